import { cutText } from '@player-support/contract/visible-text';

interface TrackerLink {
  readonly title: string;
  readonly url: string;
}

/** Reads one link per line: an address, a space and a title. */
export function linksIn(text: string): TrackerLink[] {
  return text.split('\n').flatMap((line) => {
    const [, url, title = ''] = /^\s*(\S+)\s*(.*?)\s*$/.exec(line) ?? [];
    return url === undefined ? [] : [{ url, title: title === '' ? titleOf(url) : title }];
  });
}

/** Such as an issue's key in a tracker. */
function titleOf(url: string): string {
  const last = URL.parse(url)
    ?.pathname.split('/')
    .findLast((part) => part !== '');
  return cutText(last ?? url, 120);
}

export const linesOf = (links: readonly TrackerLink[]) => links.map(({ url, title }) => `${url} ${title}`).join('\n');

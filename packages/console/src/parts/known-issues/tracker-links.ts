interface TrackerLink {
  readonly title: string;
  readonly url: string;
}

/** The links that a text has, one in each line: an address, and a title after a space. */
export function linksIn(text: string): TrackerLink[] {
  return text.split('\n').flatMap((line) => {
    const [, url, title = ''] = /^\s*(\S+)\s*(.*?)\s*$/.exec(line) ?? [];
    return url === undefined ? [] : [{ url, title: title === '' ? titleOf(url) : title }];
  });
}

/** The last part of an address, such as the key of an issue in a tracker. */
function titleOf(url: string): string {
  const last = URL.parse(url)
    ?.pathname.split('/')
    .findLast((part) => part !== '');
  return (last ?? url).slice(0, 120);
}

/** The opposite of `linksIn`. */
export const linesOf = (links: readonly TrackerLink[]) => links.map(({ url, title }) => `${url} ${title}`).join('\n');

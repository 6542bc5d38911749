import { fold } from '@player-support/contract/fold';
import type { ListedKnownIssue } from '@player-support/contract/team/known-issues';

/** Finds issues with all words of the search. An empty search finds all. */
export function findIssues<Issue extends ListedKnownIssue>(issues: readonly Issue[], search: string): Issue[] {
  const words = fold(search).split(/\s+/);
  return issues.filter(({ title, description, builds, platforms, fixedInBuild, links }) => {
    const ofLinks = links.flatMap((link) => [link.title, link.url]);
    const texts = [title, description, ...builds, ...platforms, fixedInBuild ?? '', ...ofLinks];
    const text = fold(texts.join('\n'));
    return words.every((word) => text.includes(word));
  });
}

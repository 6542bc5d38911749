import { fold } from '@player-support/contract/fold';

/** The order of groups with equally good items. */
export const GROUPS = ['actions', 'pages', 'tickets', 'players', 'issues', 'search'] as const;
export type Group = (typeof GROUPS)[number];

export interface SearchItem {
  /** Unique among all items. */
  readonly id: string;
  readonly group: Group;
  readonly label: string;
  readonly description?: string;
  /** Searched, but not shown. */
  readonly keywords?: string;
  /** The query is this item's id. */
  readonly isExact?: boolean;
  /** Found by the server: shown even without the words. */
  readonly isFound?: boolean;
}

/** Items of a group that are shown. For others, the member types more words. */
const MAX_FOUND = 10;
const EXACT = 10;
/** Less than for an item with the words. */
const FOUND = 0.5;

/** 0: no match. */
function scoreOf(word: string, label: string, rest: string): number {
  const at = label.indexOf(word);
  if (at === -1) return rest.includes(word) ? 1 : 0;
  return at === 0 || !/[\p{L}\p{N}]/u.test(label[at - 1] ?? '') || label.includes(` ${word}`) ? 3 : 2;
}

function score(item: SearchItem, query: string): number {
  const { isExact = false, isFound = false } = item;
  return isExact ? EXACT : Math.max(textScore(item, query), isFound ? FOUND : 0);
}

/** The word that matches least decides. */
function textScore({ label, description = '', keywords = '' }: SearchItem, query: string): number {
  const folded = fold(label);
  if (folded === query) return 6;
  if (folded.startsWith(query)) return 5;
  const rest = fold(`${description} ${keywords}`);
  return Math.min(...query.split(/\s+/).map((word) => scoreOf(word, folded, rest)));
}

export interface SearchGroup<Item> {
  readonly group: Group;
  readonly items: readonly Item[];
}

/**
 * Finds items with all words of the query, best groups first. Without a query: all actions and
 * pages.
 */
export function searchItems<Item extends SearchItem>(items: readonly Item[], query: string): SearchGroup<Item>[] {
  const words = fold(query.trim());
  const scored = items
    .map((item) => ({ item, score: words === '' ? 1 : score(item, words) }))
    .filter(({ score }) => score > 0);
  const groups = GROUPS.map((group) => {
    const isFound = group === 'tickets' || group === 'players' || group === 'issues';
    const own = scored.filter(({ item }) => item.group === group).sort((a, b) => b.score - a.score);
    const shown = isFound ? own.slice(0, words === '' ? 0 : MAX_FOUND) : own;
    return { group, best: shown[0]?.score ?? 0, items: shown.map(({ item }) => item) };
  });
  return groups
    .filter(({ items }) => items.length > 0)
    .sort((a, b) => b.best - a.best)
    .map(({ group, items }) => ({ group, items }));
}

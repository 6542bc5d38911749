import { type FilterGroup, parseTicketFilter, type TicketFilter } from '@player-support/contract/ticket-filter';
import { normalizeTag, withReplaced } from '../../domain/tags.ts';

/** Wherever the filter names the tag. */
export function replaceInFilter(filter: FilterGroup, tag: string, newTag: string): FilterGroup {
  const replaced = (one: TicketFilter): TicketFilter => {
    if ('all' in one || 'any' in one) return replaceInFilter(one, tag, newTag);
    if (one.field !== 'tag') return one;
    if ('is' in one) return { ...one, is: withReplaced(one.is, tag, newTag) };
    return { ...one, not: withReplaced(one.not, tag, newTag) };
  };
  return 'all' in filter ? { all: filter.all.map(replaced) } : { any: filter.any.map(replaced) };
}

function* tagsIn(filter: TicketFilter): Generator<string> {
  if ('all' in filter || 'any' in filter) {
    for (const one of 'all' in filter ? filter.all : filter.any) yield* tagsIn(one);
  } else if (filter.field === 'tag') yield* 'is' in filter ? filter.is : filter.not;
}

/** Returns the tags in a view's stored filter, as stored in tickets. */
export function tagsInFilter(text: string): Set<string> {
  const parsed = parseTicketFilter(text);
  return new Set('error' in parsed ? [] : [...tagsIn(parsed.filter)].map(normalizeTag));
}

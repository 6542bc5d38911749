import type { SavedViewResponse } from '@player-support/contract/team/views';
import {
  type FilterGroup,
  filterText,
  membersOf,
  parseTicketFilter,
  type TicketFilter,
} from '@player-support/contract/ticket-filter';
import { parseSearchAddress, type SearchAddress } from '../data/search-address.ts';

export type SavedSearch = SavedViewResponse & { readonly q: string };

export const isSearch = (view: SavedViewResponse): view is SavedSearch => view.q !== null;

/** The page has fields for these filters. */
const FIELDS = ['status', 'type'] as const;

function groupOf(text: string | undefined): FilterGroup {
  const parsed = parseTicketFilter(text ?? '{"all":[]}');
  return 'filter' in parsed ? parsed.filter : { all: [] };
}

/** Joins all filters in one nested filter. */
export function storedSearch(address: SearchAddress) {
  const { q = '', project, filter } = address;
  const fields = FIELDS.flatMap((field): TicketFilter[] => {
    const value = address[field];
    return value === undefined ? [] : [{ field, is: [value] }];
  });
  const nested = groupOf(filter);
  const members = membersOf(nested) ?? [];
  const others = members.length === 0 ? [] : 'all' in nested ? members : [nested];
  const all = { all: [...fields, ...others] };
  return { base: 'all', q, projectId: project ?? null, filter: filterText(all) } as const;
}

export function addressOf({ id, q, projectId, filter }: SavedSearch): SearchAddress {
  const group = groupOf(filter);
  const members = 'all' in group ? [...group.all] : [group];
  const values: Record<string, string | undefined> = {};
  const others = members.filter((one) => {
    const field = FIELDS.find((name) => 'is' in one && one.field === name && values[name] === undefined);
    if (field === undefined || !('is' in one) || one.is.length !== 1) return true;
    values[field] = one.is[0];
    return false;
  });
  const [only, more] = others;
  const rest = only !== undefined && more === undefined && membersOf(only) !== undefined ? only : { all: others };
  return parseSearchAddress({
    ...{ q, project: projectId ?? undefined, ...values, saved: id },
    filter: others.length === 0 ? undefined : JSON.stringify(rest),
  });
}

/** The address shows what the saved search stores. */
export const isSame = (address: SearchAddress, saved: SavedSearch): boolean =>
  JSON.stringify(storedSearch(address)) === JSON.stringify(storedSearch(addressOf(saved)));

/** Finds the opened saved search, else an equal one. */
export function savedSearchOf(address: SearchAddress, searches: readonly SavedSearch[]): SavedSearch | undefined {
  const opened = searches.find(({ id }) => id === address.saved);
  if (opened !== undefined) return opened;
  const equal = searches.filter((one) => isSame(address, one));
  return equal.find(({ canChange }) => canChange) ?? equal[0];
}

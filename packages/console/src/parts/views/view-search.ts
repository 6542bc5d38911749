import { type SavedViewBase, sortsOf } from '@player-support/contract/enums';
import type { SavedViewResponse } from '@player-support/contract/team/views';
import {
  type FilterGroup,
  filterText,
  ME,
  membersOf,
  NONE,
  parseTicketFilter,
  type TicketFilter,
} from '@player-support/contract/ticket-filter';
import {
  INVALID,
  ME as MY,
  NOBODY,
  parseQueueSearch,
  type QueueSearch,
  queueFilters,
} from '../../data/queue/queue-search.ts';

/** The search of an address without `saved`, and the saved view. */
export interface OpenView {
  readonly search: QueueSearch;
  readonly view?: SavedViewResponse | undefined;
  /** `missing`: the member may see no view with this id. `invalid`: its filter cannot be read. */
  readonly unavailable?: 'loading' | 'missing' | 'invalid';
}

/** `views` undefined: not loaded yet. */
export function openView(search: QueueSearch, views: readonly SavedViewResponse[] | undefined): OpenView {
  if (search.filter === INVALID) return { search, unavailable: 'invalid' };
  if (search.saved === undefined) return { search };
  const view = views?.find(({ id, q }) => id === search.saved && q === null);
  // So the address shows the same to members who do not see the view.
  if (search.filter !== undefined) return { search: { ...search, saved: undefined }, view };
  if (view === undefined) return { search, unavailable: views === undefined ? 'loading' : 'missing' };
  const sort = search.sort !== undefined && sortsOf(view.base).includes(search.sort) ? search.sort : view.sort;
  const merged = {
    ...search,
    saved: undefined,
    view: view.base,
    sort,
    project: search.project ?? view.projectId ?? undefined,
    filter: view.filter === NO_FILTER ? undefined : view.filter,
  };
  return { search: parseQueueSearch(merged), view };
}

export const NO_FILTER = '{"all":[]}';

export function nestedOf({ filter }: QueueSearch): FilterGroup {
  const parsed = parseTicketFilter(filter ?? NO_FILTER);
  return 'filter' in parsed ? parsed.filter : { all: [] };
}

/** Joins all filters in one nested filter, as a saved view has it. */
export function combinedFilter(search: QueueSearch): FilterGroup {
  const { type, status, platform, version, locale, tag, answer, priority, assignee, issue } = search;
  const { from, to } = queueFilters(search, '');
  const is = (field: Parameters<typeof valueCondition>[0], value: string | undefined): TicketFilter[] =>
    value === undefined ? [] : [valueCondition(field, value)];
  const plain: TicketFilter[] = [
    ...is('type', type),
    ...is('status', status),
    ...is('priority', priority),
    ...is('assignee', assignee === MY ? ME : assignee === NOBODY ? NONE : assignee),
    ...is('tag', tag),
    ...is('platform', platform),
    ...is('appVersion', version),
    ...is('locale', locale),
    ...is('answer', answer),
    ...is('knownIssue', issue),
    ...(from === undefined ? [] : [{ field: 'created', after: from } as const]),
    ...(to === undefined ? [] : [{ field: 'created', before: to } as const]),
  ];
  const nested = nestedOf(search);
  const members = membersOf(nested) ?? [];
  if (plain.length === 0) return nested;
  if (members.length === 0) return { all: plain };
  return { all: [...plain, ...('all' in nested ? members : [nested])] };
}

const valueCondition = (
  field:
    | 'type'
    | 'status'
    | 'priority'
    | 'assignee'
    | 'tag'
    | 'platform'
    | 'appVersion'
    | 'locale'
    | 'answer'
    | 'knownIssue',
  value: string,
) => ({ field, is: [value] });

/** Returns the part of a search that a saved view stores. */
export function storedView(search: QueueSearch) {
  const view = search.view ?? 'attention';
  // The view `held` has its own page, without filters.
  const base: SavedViewBase = view === 'held' ? 'all' : view;
  return {
    base,
    sort: search.sort ?? sortsOf(base)[0],
    projectId: search.project ?? null,
    filter: filterText(combinedFilter(search)),
  };
}

export function isChanged(search: QueueSearch, { base, sort, projectId, filter }: SavedViewResponse): boolean {
  const now = storedView(search);
  return now.base !== base || now.sort !== sort || now.projectId !== projectId || now.filter !== filter;
}

import {
  PRIORITIES,
  type Priority,
  sortsOf,
  TICKET_SORTS,
  TICKET_STATUSES,
  TICKET_VIEWS,
  type TicketSort,
  type TicketStatus,
  type TicketView,
} from '@player-support/contract/enums';
import {
  FIELD_NAME,
  MAX_CONTEXT_FILTER_LENGTH,
  MAX_FIELD_NAME_LENGTH,
  MAX_ID_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TEXT_ANSWER_LENGTH,
  MAX_TICKET_TYPE_LENGTH,
} from '@player-support/contract/limits';
import { filterText, parseTicketFilter } from '@player-support/contract/ticket-filter';

/** `from` and `to` are days in the local time zone, both included. */
export const FILTERS = [
  'type',
  'status',
  'platform',
  'version',
  'locale',
  'tag',
  'answer',
  'priority',
  'assignee',
  'issue',
  'from',
  'to',
] as const;
export type Filter = (typeof FILTERS)[number];

/** Properties are undefined, not absent, so that the router removes them. */
export type QueueSearch = {
  /** Undefined: `attention`. */
  readonly view?: Exclude<TicketView, 'attention'> | undefined;
  /** Undefined: all projects. */
  readonly project?: string | undefined;
  /** Undefined: the view's first order. */
  readonly sort?: TicketSort | undefined;
  readonly status?: TicketStatus | undefined;
  /** The key of a known text. Only in the view `held`. */
  readonly text?: string | undefined;
  readonly priority?: Priority | undefined;
  /** A nested filter as JSON, or INVALID. See parts/views/view-search.ts. */
  readonly filter?: string | undefined;
  /** Without `filter`, the saved view's filter applies. */
  readonly saved?: string | undefined;
} & { readonly [F in Exclude<Filter, 'status' | 'priority'>]?: string | undefined };

/** Stands for a filter that cannot be read, so that the address stays. */
export const INVALID = 'invalid';

/** The values of the assignee filter for the current member and for nobody. */
export const ME = 'me';
export const NOBODY = 'none';

function text(value: unknown, maxLength: number): string | undefined {
  const plain = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof plain !== 'string' || plain.trim() === '') return undefined;
  return [...plain].length > maxLength ? undefined : plain;
}

const ANSWER = new RegExp(`^${FIELD_NAME}:.+$`, 's');

/** Reads a field's name, a colon, and an answer. */
function answer(value: unknown): string | undefined {
  const filter = text(value, MAX_FIELD_NAME_LENGTH + 1 + MAX_TEXT_ANSWER_LENGTH);
  return filter !== undefined && ANSWER.test(filter) ? filter : undefined;
}

function oneOf<Value extends string>(value: unknown, values: readonly Value[]): Value | undefined {
  return values.find((one) => one === value);
}

function midnight(day: string, plusDays = 0): Date | undefined {
  const [, year, month, date] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []).map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const start = new Date(year, month - 1, date);
  return start.getFullYear() === year && start.getMonth() === month - 1
    ? new Date(year, month - 1, date + plusDays)
    : undefined;
}

function day(value: unknown): string | undefined {
  return typeof value === 'string' && midnight(value) !== undefined ? value : undefined;
}

function nestedFilter(value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined;
  const parsed = typeof value === 'string' ? parseTicketFilter(value) : undefined;
  return parsed !== undefined && 'filter' in parsed ? filterText(parsed.filter) : INVALID;
}

export function hasStatusFilter(view: TicketView): boolean {
  return view === 'all' || view === 'mine' || view === 'unassigned';
}

export function parseQueueSearch(search: Readonly<Record<string, unknown>>): QueueSearch {
  const view = oneOf(search.view, TICKET_VIEWS) ?? 'attention';
  const saved = text(search.saved, MAX_ID_LENGTH);
  const filter = nestedFilter(search.filter);
  const ofSaved = saved !== undefined && filter === undefined;
  // A saved view has its own orders.
  const sorts = ofSaved ? TICKET_SORTS : sortsOf(view);
  const sort = oneOf(search.sort, sorts);
  return {
    view: view === 'attention' || ofSaved ? undefined : view,
    sort: sort === sorts[0] && !ofSaved ? undefined : sort,
    saved,
    filter,
    project: text(search.project, MAX_ID_LENGTH),
    type: text(search.type, MAX_TICKET_TYPE_LENGTH),
    text: view === 'held' ? text(search.text, MAX_ID_LENGTH) : undefined,
    status: hasStatusFilter(view) || ofSaved ? oneOf(search.status, TICKET_STATUSES) : undefined,
    platform: text(search.platform, MAX_CONTEXT_FILTER_LENGTH),
    version: text(search.version, MAX_CONTEXT_FILTER_LENGTH),
    locale: text(search.locale, MAX_CONTEXT_FILTER_LENGTH),
    tag: text(search.tag, MAX_TAG_LENGTH)?.replaceAll(',', ''),
    answer: answer(search.answer),
    priority: oneOf(search.priority, PRIORITIES),
    assignee: text(search.assignee, MAX_ID_LENGTH),
    issue: text(search.issue, MAX_ID_LENGTH),
    from: day(search.from),
    to: day(search.to),
  };
}

export function inView(search: QueueSearch, view: TicketView): QueueSearch {
  return parseQueueSearch({ ...withoutSaved(search), view });
}

/** Returns what a search adds to its saved view. */
export function withoutSaved(search: QueueSearch): QueueSearch {
  const hasNested = search.saved !== undefined || search.filter === INVALID;
  return hasNested ? { ...search, saved: undefined, filter: undefined, sort: undefined } : search;
}

/** Keeps only the view and project. A saved view keeps its own filters. */
export function withoutFilters({ view, sort, project, saved }: QueueSearch): QueueSearch {
  return parseQueueSearch({ view, sort, project, saved });
}

export function needsMember({ assignee }: QueueSearch): boolean {
  return assignee === ME;
}

export function queueFilters(search: QueueSearch, memberId: string) {
  const { project, type, status, platform, version, locale, tag, answer, priority, assignee, issue, from, to } = search;
  return {
    textKey: search.text,
    projectId: project,
    type,
    status,
    platform,
    appVersion: version,
    locale,
    tag,
    answer,
    priority,
    assigneeId: assignee === ME ? memberId : assignee,
    knownIssueId: issue,
    from: from === undefined ? undefined : midnight(from)?.toISOString(),
    to: to === undefined ? undefined : midnight(to, 1)?.toISOString(),
    filter: search.filter === INVALID ? undefined : search.filter,
  };
}
export type QueueFilters = ReturnType<typeof queueFilters>;

/** Returns the filters that all views have, for their counts. */
export function viewFilters(search: QueueSearch, memberId: string): QueueFilters {
  return { ...queueFilters(search, memberId), status: undefined, textKey: undefined };
}

export function queueQuery(search: QueueSearch, memberId: string) {
  const view: TicketView = search.view ?? 'attention';
  return { view, sort: search.sort ?? sortsOf(view)[0], ...queueFilters(search, memberId) };
}
export type ViewQuery = ReturnType<typeof queueQuery> & { readonly q?: undefined };

/** The newest match comes first. */
export type FoundQuery = Pick<QueueFilters, 'projectId' | 'status' | 'type' | 'filter'> & {
  readonly view: 'all';
  readonly sort: '-match';
  readonly q: string;
};
export type QueueQuery = ViewQuery | FoundQuery;

/** Lists the active filters in the order shown. */
export function activeFilters(search: QueueSearch): { filter: Filter; value: string }[] {
  return FILTERS.flatMap((filter) => {
    const value = search[filter];
    return value === undefined ? [] : [{ filter, value }];
  });
}

import {
  PRIORITIES,
  type Priority,
  TICKET_STATUSES,
  TICKET_VIEWS,
  type TicketStatus,
  type TicketView,
} from '@player-support/contract/enums';
import {
  MAX_CONTEXT_FILTER_LENGTH,
  MAX_ID_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TICKET_TYPE_LENGTH,
} from '@player-support/contract/limits';

/** What the queue is narrowed to, beside its view. Days are of the viewer's time zone, the last one included. */
export const FILTERS = [
  'project',
  'type',
  'status',
  'platform',
  'version',
  'locale',
  'tag',
  'priority',
  'assignee',
  'from',
  'to',
] as const;
export type Filter = (typeof FILTERS)[number];

/** The search of the queue's address. Undefined rather than absent, so that the router forgets what is unknown. */
export type QueueSearch = {
  /** Undefined: `attention`. */
  readonly view?: Exclude<TicketView, 'attention'> | undefined;
  readonly status?: TicketStatus | undefined;
  readonly priority?: Priority | undefined;
} & { readonly [F in Exclude<Filter, 'status' | 'priority'>]?: string | undefined };

/** The assignee of the address that stands for whoever looks, and the one for nobody. */
export const ME = 'me';
export const NOBODY = 'none';

const MAX_LENGTHS = {
  project: MAX_ID_LENGTH,
  type: MAX_TICKET_TYPE_LENGTH,
  platform: MAX_CONTEXT_FILTER_LENGTH,
  version: MAX_CONTEXT_FILTER_LENGTH,
  locale: MAX_CONTEXT_FILTER_LENGTH,
  tag: MAX_TAG_LENGTH,
  assignee: MAX_ID_LENGTH,
} as const;

function text(value: unknown, longest: number): string | undefined {
  const plain = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof plain !== 'string' || plain.trim() === '') return undefined;
  return [...plain].length > longest ? undefined : plain;
}

function word<Word extends string>(value: unknown, words: readonly Word[]): Word | undefined {
  return words.find((one) => one === value);
}

/** The viewer's midnight at the start of that day, so many days later; undefined if there is no such day. */
function midnight(day: string, later = 0): Date | undefined {
  const [, year, month, date] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []).map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const start = new Date(year, month - 1, date);
  return start.getFullYear() === year && start.getMonth() === month - 1
    ? new Date(year, month - 1, date + later)
    : undefined;
}

function day(value: unknown): string | undefined {
  return typeof value === 'string' && midnight(value) !== undefined ? value : undefined;
}

/** Whether a status says more than the view does already. */
export function takesStatus(view: TicketView): boolean {
  return view === 'all' || view === 'mine' || view === 'unassigned';
}

/** The search of an address that anybody may have typed; what makes no sense is left out. */
export function parseQueueSearch(search: Readonly<Record<string, unknown>>): QueueSearch {
  const view = word(search.view, TICKET_VIEWS) ?? 'attention';
  return {
    view: view === 'attention' ? undefined : view,
    project: text(search.project, MAX_LENGTHS.project),
    type: text(search.type, MAX_LENGTHS.type),
    status: takesStatus(view) ? word(search.status, TICKET_STATUSES) : undefined,
    platform: text(search.platform, MAX_LENGTHS.platform),
    version: text(search.version, MAX_LENGTHS.version),
    locale: text(search.locale, MAX_LENGTHS.locale),
    tag: text(search.tag, MAX_LENGTHS.tag)?.replaceAll(',', ''),
    priority: word(search.priority, PRIORITIES),
    assignee: text(search.assignee, MAX_LENGTHS.assignee),
    from: day(search.from),
    to: day(search.to),
  };
}

/** What the server is asked for, without the part of the page. */
export function queueQuery(search: QueueSearch, memberId: string) {
  const { view, project, type, status, platform, version, locale, tag, priority, assignee, from, to } = search;
  return {
    view: view ?? ('attention' as const),
    projectId: project,
    type,
    status,
    platform,
    appVersion: version,
    locale,
    tag,
    priority,
    assigneeId: assignee === ME ? memberId : assignee,
    from: from === undefined ? undefined : midnight(from)?.toISOString(),
    to: to === undefined ? undefined : midnight(to, 1)?.toISOString(),
  };
}
export type QueueQuery = ReturnType<typeof queueQuery>;

/** The filters that are set, in the order that they are shown. */
export function activeFilters(search: QueueSearch): { filter: Filter; value: string }[] {
  return FILTERS.flatMap((filter) => {
    const value = search[filter];
    return value === undefined ? [] : [{ filter, value }];
  });
}

import {
  type NewsKind,
  type NotificationKind,
  STORM_NEWS,
  TICKET_NEWS,
  type TicketNewsKind,
} from '@player-support/contract/enums';
import { hasRole, projectIdsOf } from '../domain/access.ts';
import { lastTimeOfDay, timeZoneOf } from '../domain/local-time.ts';
import { MINUTE } from '../domain/time.ts';
import { visibleProjects } from '../operations/visible-projects.ts';
import type { NewsTicket, Window } from '../store/news.ts';
import type { ActiveChannel } from '../store/notification-settings.ts';
import type { Store } from '../store/store.ts';

/** Tickets of one kind in one project, a storm or spikes. */
export interface NewsItem {
  readonly kind: NewsKind;
  readonly projectId: string;
  /** At most MAX_COUNT. */
  readonly count: number;
  /** At most MAX_LISTED. */
  readonly ticketIds: readonly string[];
}

/** Shown as "100 or more". */
export const MAX_COUNT = 100;
/** Named in a line. */
const MAX_LISTED = 5;
/** Lines of a message. Further ones are only counted. */
const MAX_ITEMS = 12;

/** What concerns the member most comes first. */
const ORDER = [
  'mention',
  'assigned',
  'reply',
  'woken',
  'waiting',
  'new_ticket',
] as const satisfies readonly TicketNewsKind[];

export interface News {
  /** At most MAX_ITEMS. */
  readonly items: readonly NewsItem[];
  readonly more: number;
}

type Listener = Pick<ActiveChannel, 'member_id' | 'role' | 'project_ids' | 'waiting_minutes' | 'choices'>;

const isStormNews = (kind: NewsKind): boolean => STORM_NEWS.some((one) => one === kind);

/** Storms and spikes name none. */
export const hasTickets = (kind: NewsKind): boolean => TICKET_NEWS.some((one) => one === kind);

/** Members who can end a storm are always told of it. */
export const isTold = (kind: NewsKind, { role }: Pick<Listener, 'role'>, choices: readonly NewsKind[]): boolean =>
  isStormNews(kind) ? hasRole({ role }, 'admin') : choices.includes(kind);

export const choicesOf = (json: string) => JSON.parse(json) as NotificationKind[];

export type TicketNews<Kind extends TicketNewsKind> = NewsTicket & { readonly kind: Kind };

interface NewsRequest<Kind> extends Window {
  readonly memberId: string;
  readonly projectIds: readonly string[];
  readonly kinds: readonly Kind[];
  readonly waitingMinutes: number;
}

/** Reads what happened in a window of time, by kind, without what the member did. */
export async function readNews<Kind extends TicketNewsKind>(
  store: Store,
  { kinds, waitingMinutes, ...request }: NewsRequest<Kind>,
): Promise<TicketNews<Kind>[]> {
  const { projectIds, from, to } = request;
  const waited = waitingMinutes * MINUTE;
  const read: Readonly<Record<TicketNewsKind, () => Promise<NewsTicket[]>>> = {
    new_ticket: () => store.news.created(projectIds, request),
    // "Not fixed" from a player is no message.
    reply: async () => newestOf([...(await store.news.replied(request)), ...(await store.news.denied(request))]),
    assigned: () => store.news.assigned(request),
    mention: () => store.mentions.mentioned(request, MAX_COUNT),
    woken: () => store.news.woken(request),
    waiting: () => store.news.waiting({ ...request, from: from - waited, to: to - waited }),
  };
  const news: TicketNews<Kind>[] = [];
  for (const kind of kinds) {
    for (const ticket of await read[kind]()) news.push({ ...ticket, kind });
  }
  return news;
}

/** Returns the last entry per ticket. */
const newestOf = (tickets: readonly NewsTicket[]) => [
  ...new Map(tickets.toSorted((one, other) => one.at - other.at).map((one) => [one.ticket_id, one])).values(),
];

/** Reads the news that a member wants, only in projects that the member may see. */
export async function newsOfMember(store: Store, listener: Listener, window: Window): Promise<News> {
  const choices = choicesOf(listener.choices);
  const projects = await visibleProjects(store, { projectIds: projectIdsOf(listener.project_ids) });
  const projectIds = projects.map(({ project_id }) => project_id);
  const news = await readNews(store, {
    ...window,
    memberId: listener.member_id,
    projectIds,
    kinds: ORDER.filter((kind) => choices.includes(kind)),
    waitingMinutes: listener.waiting_minutes,
  });
  const storms = hasRole(listener, 'admin') ? await store.news.storms(projectIds, window) : [];
  const spikes = choices.includes('spike') ? await store.news.spikes(projectIds, window) : [];
  const all: readonly { readonly kind: NewsKind; readonly project_id: string; readonly ticket_id?: string }[] = [
    ...storms,
    ...spikes.map(({ project_id }) => ({ kind: 'spike' as const, project_id })),
    ...news,
  ];
  const items = [...Map.groupBy(all, (one) => one.kind)].flatMap(([kind, ofKind]) =>
    Array.from(
      Map.groupBy(ofKind, ({ project_id }) => project_id),
      ([projectId, found]): NewsItem => {
        const ticketIds = found.flatMap(({ ticket_id }) => ticket_id ?? []).slice(0, MAX_LISTED);
        return { kind, projectId, count: Math.min(found.length, MAX_COUNT), ticketIds };
      },
    ),
  );
  return { items: items.slice(0, MAX_ITEMS), more: Math.max(0, items.length - MAX_ITEMS) };
}

/** The daily summary's time is in the window. */
export function isDigestDue(setting: Pick<ActiveChannel, 'digest_at' | 'time_zone'>, { from, to }: Window): boolean {
  const { digest_at } = setting;
  return digest_at !== null && lastTimeOfDay(to, timeZoneOf(setting), digest_at) > from;
}

import { LIVE_NOTIFICATION_KINDS, type LiveNotificationKind } from '@player-support/contract/enums';
import type { News } from '@player-support/contract/team/news';
import { cutText, fromVisible } from '@player-support/contract/visible-text';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { ticketQuery } from '../data/queries/ticket.ts';
import { currentText } from '../i18n/text.ts';

/** Events in between become one notification. */
const PAUSE_MS = 3000;
/** After a failed request. */
const RETRY_MS = 30_000;
/** More tickets of one kind are not counted. */
const MAX_COUNT = 100;
/** Shown code points of a subject. */
const MAX_SUBJECT_LENGTH = 100;

interface Options {
  readonly memberId: string;
  readonly kinds: readonly LiveNotificationKind[];
  readonly queryClient: QueryClient;
  readonly subscribe: (listener: () => void) => () => void;
  /** Undefined: opens the queue. */
  readonly open: (ticketId: string | undefined) => void;
}

const keyOf = ({ kind, ticketId, at }: News) => `${kind} ${ticketId} ${at}`;

/** Replaces the last notification, and sounds again. */
export function showNotification(memberId: string, title: string, body: string): Notification {
  // The cast: TypeScript does not know `renotify`, because not every browser has it.
  return new Notification(title, { body, tag: `news:${memberId}`, renotify: true } as NotificationOptions);
}

/** Shows all news until `ended` in one notification. */
export async function showNews(ended: AbortSignal, options: Options): Promise<void> {
  const { memberId, kinds, queryClient, subscribe, open } = options;
  const told = new Map<LiveNotificationKind, Set<string>>();
  /** Undefined: nothing yet. The first response is not news. */
  let known: ReadonlySet<string> | undefined;
  let notification: Notification | undefined;
  let changed = Promise.withResolvers<void>();
  ended.addEventListener('abort', () => changed.resolve(), { once: true });
  const unsubscribe = subscribe(() => changed.resolve());

  const ask = async () => {
    changed = Promise.withResolvers();
    const { news } = await api.get('/account/news', { query: { kinds: kinds.join(',') }, signal: ended });
    const fresh = known === undefined ? [] : news.filter((one) => !known?.has(keyOf(one)));
    known = new Set(news.map(keyOf));
    const [newest] = fresh;
    if (newest === undefined) return;
    for (const { kind, ticketId } of fresh) add(told, kind, ticketId);
    const { title, body, ticketId } = await textOf(queryClient, told, newest);
    if (ended.aborted) return;
    notification = showNotification(memberId, title, body);
    notification.onclick = () => {
      window.focus();
      open(ticketId);
    };
  };

  try {
    while (!ended.aborted) {
      const failed = await ask().then(
        () => false,
        () => true,
      );
      if (failed) changed.resolve();
      await pause(failed ? RETRY_MS : PAUSE_MS, ended);
      if (!ended.aborted) await changed.promise;
    }
  } finally {
    unsubscribe();
    notification?.close();
  }
}

function add(told: Map<LiveNotificationKind, Set<string>>, kind: LiveNotificationKind, ticketId: string): void {
  const tickets = told.get(kind) ?? new Set();
  if (tickets.size < MAX_COUNT) told.set(kind, tickets.add(ticketId));
}

/** One ticket: its subject and last event. Several: their numbers. */
async function textOf(
  queryClient: QueryClient,
  told: ReadonlyMap<LiveNotificationKind, ReadonlySet<string>>,
  newest: News,
): Promise<{ readonly title: string; readonly body: string; readonly ticketId: string | undefined }> {
  const { t } = currentText();
  if (new Set([...told.values()].flatMap((tickets) => [...tickets])).size === 1) {
    const { kind, ticketId } = newest;
    const ticket = await queryClient.fetchQuery(ticketQuery(ticketId)).catch(() => undefined);
    const body = cutText(fromVisible(ticket?.subject ?? ''), MAX_SUBJECT_LENGTH);
    return { title: t(`notifications.desktop.one.${kind}`), body, ticketId };
  }
  const parts = LIVE_NOTIFICATION_KINDS.flatMap((kind) => {
    const count = told.get(kind)?.size ?? 0;
    if (count === 0) return [];
    const text = t(`notifications.desktop.several.${kind}`, { count });
    return [count < MAX_COUNT ? text : t('notifications.desktop.more', { text })];
  });
  return { title: parts.join(', '), body: '', ticketId: undefined };
}

function pause(milliseconds: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      ended.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ended.aborted ? 0 : milliseconds);
    ended.addEventListener('abort', done);
  });
}

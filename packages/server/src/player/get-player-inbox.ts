import { InboxQuery, PlayerInboxResponse } from '@player-support/contract/player';
import { inboxContent, inboxMessage } from '../domain/inbox-content.ts';
import { baseDelay } from '../domain/poll-pacing.ts';
import { DAY, parseDateTime } from '../domain/time.ts';
import type { Player } from '../operations/callers.ts';
import { weakEtag } from '../operations/etag.ts';
import type { JsonText } from '../operations/json-text.ts';
import { operation } from '../operations/operation.ts';
import { problems } from '../operations/problem-schemas.ts';
import { INBOX_LIMIT, type PolledSession } from '../store/players.ts';
import { isShown, shownSince } from './visible-announcements.ts';

export const getPlayerInbox = operation({
  id: 'GetPlayerInbox',
  summary: 'Poll the inbox',
  method: 'GET',
  url: '/api/v1/player/inbox',
  auth: 'player',
  limits: ['read'],
  sheds: 'poll',
  query: InboxQuery,
  projectInQuery: true,
  success: { status: 200, schema: PlayerInboxResponse },
  failures: problems(401, 429),

  async readSession(id, query, { store, projectCache, config }, now) {
    const entry = await projectCache.byPublicKey(String(query.projectPublicKey));
    return store.players.poll({
      id,
      oldest: now - config.inboxDays * DAY,
      since: sinceOf(query),
      announcements: entry?.announcements.length ? 1 : 0,
    });
  },

  async handle({ caller, ifNoneMatch, now }, service) {
    const messages = inboxOf(caller as Player<PolledSession>, now);
    const { open_tickets, last_message_at } = caller.session;
    const activity = { openTickets: open_tickets, lastMessageAt: last_message_at };
    const base = baseDelay(service.config.pacing, activity, now);
    const { delay, seconds } = service.load.nextPoll(caller.session.player_id, base, lastDelay(ifNoneMatch, base));
    const items = messages.map(({ id, readAt, content }) => inboxMessage(id, readAt, content));
    return {
      status: 200,
      // Made from stored JSON: most of the time of a poll would go into parsing and writing it again.
      body: `{"messages":[${items.join()}],"nextPollAfterSeconds":${seconds}}` as JsonText<PlayerInboxResponse>,
      headers: {
        // A message never changes but for being read, so that its id and time of reading stand for all of it.
        etag: weakEtag(
          `${base}-${delay}`,
          messages.map(({ id, readAt }) => `${id} ${readAt}`),
        ),
        'cache-control': 'private, no-cache',
      },
    };
  },
});

/** The delay before jitter that a tag of ours holds, if it was given for this base. */
function lastDelay(tag: string | undefined, base: number): number | undefined {
  const [, of, delay] = /"(\d{1,5})-(\d{1,5})[."]/.exec(tag ?? '') ?? [];
  return Number(of) === base ? Number(delay) : undefined;
}

interface Message {
  readonly id: string;
  readonly createdAt: number;
  readonly readAt: number | null;
  readonly content: string;
}

/** 0 where there is none, or what is none. */
function sinceOf({ since }: { readonly since?: unknown }): number {
  return typeof since === 'string' ? (parseDateTime(since) ?? 0) : 0;
}

/** The newest messages, newest first: those written to the player merged with its project's announcements. */
function inboxOf({ session, announcements }: Player<PolledSession>, now: number): Message[] {
  const { oldest, since } = session;
  const messages = session.messages.map(
    ([id, content, createdAt, readAt]): Message => ({ id, content, createdAt, readAt }),
  );
  const shown = announcements.filter((row) => isShown(row, now) && shownSince(row) >= oldest);
  if (shown.length === 0) return messages;

  for (const row of shown) {
    const createdAt = shownSince(row);
    const readAt = session.receipts.get(row.announcement_id) ?? null;
    if ((readAt ?? createdAt) < since) continue;
    const { title, body } = row;
    const content = inboxContent({ type: 'announcement', ticketId: null, title, body }, createdAt);
    messages.push({ id: row.announcement_id, createdAt, readAt, content });
  }
  return messages.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)).slice(0, INBOX_LIMIT);
}

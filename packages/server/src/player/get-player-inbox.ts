import { InboxQuery, PlayerInboxResponse } from '@player-support/contract/player';
import { inboxContent, inboxMessage } from '../domain/inbox-content.ts';
import { pollDelay, withJitter } from '../domain/poll-pacing.ts';
import { DAY, parseDateTime } from '../domain/time.ts';
import type { Player } from '../http/authenticate.ts';
import { weakEtag } from '../http/etag.ts';
import { operation } from '../http/operation.ts';
import { problems } from '../http/problem-schemas.ts';
import type { Service } from '../http/service.ts';
import { INBOX_LIMIT } from '../store/inbox.ts';
import { isShown, shownSince } from './visible-announcements.ts';

export const getPlayerInbox = operation({
  id: 'GetPlayerInbox',
  summary: 'Poll the inbox',
  method: 'GET',
  url: '/api/v1/player/inbox',
  auth: 'player',
  limits: ['read'],
  query: InboxQuery,
  projectInQuery: true,
  success: { status: 200, schema: PlayerInboxResponse },
  failures: problems(401, 429),

  async handle({ caller, query, now }, service) {
    const since = typeof query.since === 'string' ? (parseDateTime(query.since) ?? 0) : 0;
    const messages = await inboxOf(caller, service, since, now);
    const { open_tickets, last_message_at } = caller.session;
    const activity = { openTickets: open_tickets, lastMessageAt: last_message_at };
    const delay = pollDelay(service.config.pacing, activity, now, service.stretch());
    const items = messages.map(({ id, readAt, content }) => inboxMessage(id, readAt, content));
    return {
      status: 200,
      body: `{"messages":[${items.join()}],"nextPollAfterSeconds":${withJitter(delay)}}`,
      headers: {
        // A message never changes but for being read, so that its id and time of reading stand for all of it.
        etag: weakEtag(
          delay,
          messages.map(({ id, readAt }) => `${id} ${readAt}`),
        ),
        'cache-control': 'private, no-cache',
      },
    };
  },
});

interface Message {
  readonly id: string;
  readonly createdAt: number;
  readonly readAt: number | null;
  readonly content: string;
}

/** The newest messages, newest first: those written to the player merged with its project's announcements. */
async function inboxOf(
  { session, announcements }: Player,
  { store, config }: Service,
  since: number,
  now: number,
): Promise<Message[]> {
  const oldest = now - config.inboxDays * DAY;
  const { player_id, last_inbox_at } = session;
  const own =
    last_inbox_at !== null && last_inbox_at >= oldest ? await store.inbox.recent(player_id, oldest, since) : [];
  const messages = own.map(
    (row): Message => ({
      id: row.message_id,
      createdAt: row.created_at,
      readAt: row.read_at,
      content: row.content,
    }),
  );

  const shown = announcements.filter((row) => isShown(row, now) && shownSince(row) >= oldest);
  if (shown.length === 0) return messages;

  const receipts = await store.announcements.receipts(player_id);
  for (const row of shown) {
    const createdAt = shownSince(row);
    const readAt = receipts.get(row.announcement_id) ?? null;
    if ((readAt ?? createdAt) < since) continue;
    const { title, body } = row;
    const content = inboxContent({ type: 'announcement', ticketId: null, title, body }, createdAt);
    messages.push({ id: row.announcement_id, createdAt, readAt, content });
  }
  return messages.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)).slice(0, INBOX_LIMIT);
}

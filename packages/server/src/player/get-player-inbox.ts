import { type InboxMessageResponse, InboxQuery, PlayerInboxResponse } from '@player-support/contract/player';
import { pollDelay, withJitter } from '../domain/poll-pacing.ts';
import { DAY, iso, isoOrNull, parseDateTime } from '../domain/time.ts';
import type { Player } from '../http/authenticate.ts';
import { weakEtag } from '../http/etag.ts';
import { operation } from '../http/operation.ts';
import { problems } from '../http/problem-schemas.ts';
import type { Service } from '../http/service.ts';
import { isShown, shownSince } from './visible-announcements.ts';

const LIMIT = 50;

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
    // A message never changes but for being read, so that its id and readAt stand for all of it.
    const etag = weakEtag(
      delay,
      messages.flatMap(({ id, readAt }) => [id, readAt]),
    );
    return {
      status: 200,
      body: { messages, nextPollAfterSeconds: withJitter(delay) },
      headers: { etag, 'cache-control': 'private, no-cache' },
    };
  },
});

/** The newest messages, newest first: those written to the player merged with its project's announcements. */
async function inboxOf(
  { session, announcements }: Player,
  { store, config }: Service,
  since: number,
  now: number,
): Promise<InboxMessageResponse[]> {
  const oldest = now - config.inboxDays * DAY;
  const { player_id, last_inbox_at } = session;
  const own =
    last_inbox_at !== null && last_inbox_at >= oldest ? await store.inbox.recent(player_id, oldest, since, LIMIT) : [];
  const messages = own.map((row) => ({
    id: row.message_id,
    type: row.type as string,
    ticketId: row.ticket_id,
    title: row.title,
    body: row.body,
    createdAt: iso(row.created_at),
    readAt: isoOrNull(row.read_at),
  }));

  const shown = announcements.filter((row) => isShown(row, now) && shownSince(row) >= oldest);
  if (shown.length === 0) return messages;

  const receipts = await store.announcements.receipts(player_id);
  for (const row of shown) {
    const readAt = receipts.get(row.announcement_id) ?? null;
    if ((readAt ?? shownSince(row)) < since) continue;
    messages.push({
      id: row.announcement_id,
      type: 'announcement',
      ticketId: null,
      title: row.title,
      body: row.body,
      createdAt: iso(shownSince(row)),
      readAt: isoOrNull(readAt),
    });
  }
  return messages
    .sort((a, b) => (a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1))
    .slice(0, LIMIT);
}

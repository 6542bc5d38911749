import { MAX_INBOX_MESSAGES } from '@player-support/contract/limits';
import { InboxQuery, PlayerInboxResponse } from '@player-support/contract/player';
import { inboxContent, inboxMessage } from '../domain/inbox-content.ts';
import { baseDelay } from '../domain/poll-pacing.ts';
import { DAY, parseDateTime } from '../domain/time.ts';
import { weakEtag } from '../operations/etag.ts';
import type { JsonText } from '../operations/json-text.ts';
import { operation } from '../operations/operation.ts';
import type { PolledInbox } from '../store/player-reads.ts';
import type { AnnouncementRow } from '../store/tables.ts';
import { isShown, shownSince } from './visible-announcements.ts';

export const getPlayerInbox = operation({
  id: 'GetPlayerInbox',
  summary: 'Poll the inbox',
  description: 'Wait `nextPollAfterSeconds` before the next poll.',
  method: 'GET',
  url: '/api/v1/player/inbox',
  auth: 'player',
  limits: ['read'],
  sheds: 'poll',
  query: InboxQuery,
  projectInQuery: true,
  success: { status: 200, schema: PlayerInboxResponse },

  // Nearly all requests are polls, so a poll authenticates and reads the inbox in one statement.
  async read({ sender, query, now }, { store, projectCache, config }) {
    const project = await projectCache.byPublicKey(String(query.projectPublicKey));
    const oldest = now - config.inboxDays * DAY;
    const since = parseSince(query.since);
    const announcements = project?.announcements.length ? 1 : 0;
    const found = await store.playerReads.poll({ ...sender, oldest, since, announcements });
    if (found === undefined) return undefined;
    const { session, messages, receipts } = found;
    return { session, data: { oldest, since, messages, receipts } };
  },

  async handle({ caller, data, ifNoneMatch, now }, service) {
    const messages = inboxOf(data, caller.announcements, now);
    const { open_tickets, last_message_at } = caller.session;
    const activity = { openTickets: open_tickets, lastMessageAt: last_message_at };
    const base = baseDelay(service.config.pacing, activity, now);
    const { delay, seconds } = service.load.nextPoll(caller.session.player_id, base, lastDelay(ifNoneMatch, base));
    const items = messages.map(({ id, readAt, content }) => inboxMessage(id, readAt, content));
    return {
      status: 200,
      // Messages are stored as JSON, so the body is put together from texts.
      body: `{"messages":[${items.join()}],"nextPollAfterSeconds":${seconds}}` as JsonText<PlayerInboxResponse>,
      headers: {
        // Only the read time of a message changes, so its id and read time identify its content.
        etag: weakEtag(
          `${base}-${delay}`,
          messages.map(({ id, readAt }) => `${id} ${readAt}`),
        ),
        'cache-control': 'private, no-cache',
      },
    };
  },
});

/** The delay (before jitter) in the ETag of an earlier poll, if its base delay was the same. */
function lastDelay(etag: string | undefined, base: number): number | undefined {
  const [, lastBase, delay] = /"(\d{1,5})-(\d{1,5})[."]/.exec(etag ?? '') ?? [];
  return Number(lastBase) === base ? Number(delay) : undefined;
}

interface Message {
  readonly id: string;
  readonly createdAt: number;
  readonly readAt: number | null;
  readonly content: string;
}

/** Milliseconds since 1970. 0 if `since` is absent or not a time. */
function parseSince(since: unknown): number {
  return typeof since === 'string' ? (parseDateTime(since) ?? 0) : 0;
}

interface InboxData extends Pick<PolledInbox, 'messages' | 'receipts'> {
  /** Milliseconds since 1970. Older messages are left out. */
  readonly oldest: number;
  /**
   * Milliseconds since 1970. Messages that were neither created nor read since then are left out.
   */
  readonly since: number;
}

/** The newest messages, newest first: messages to the player together with announcements. */
function inboxOf(data: InboxData, announcements: readonly AnnouncementRow[], now: number): Message[] {
  const { oldest, since, receipts } = data;
  const messages = data.messages.map(
    ([id, content, createdAt, readAt]): Message => ({ id, content, createdAt, readAt }),
  );
  const shown = announcements.filter((row) => isShown(row, now) && shownSince(row) >= oldest);
  if (shown.length === 0) return messages;

  for (const row of shown) {
    const createdAt = shownSince(row);
    const readAt = receipts.get(row.announcement_id) ?? null;
    if ((readAt ?? createdAt) < since) continue;
    const { title, body } = row;
    const content = inboxContent({ type: 'announcement', ticketId: null, title, body }, createdAt);
    messages.push({ id: row.announcement_id, createdAt, readAt, content });
  }
  return messages.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)).slice(0, MAX_INBOX_MESSAGES);
}

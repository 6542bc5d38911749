import { MAX_INBOX_MESSAGES } from '@player-support/contract/limits';
import { InboxQuery, PlayerInboxResponse } from '@player-support/contract/player';
import type { ProjectAnnouncements } from '../domain/announcements.ts';
import { inboxMessage } from '../domain/inbox-content.ts';
import { baseDelay } from '../domain/poll-pacing.ts';
import { DAY, parseDateTime } from '../domain/time.ts';
import { requireOwnProject } from '../operations/callers.ts';
import { weakEtag } from '../operations/etag.ts';
import type { JsonText } from '../operations/json-text.ts';
import { operation } from '../operations/operation.ts';
import type { PolledInbox } from '../store/player-reads.ts';

export const getPlayerInbox = operation({
  id: 'GetPlayerInbox',
  tag: 'Inbox',
  summary: 'Poll the inbox',
  description: 'Wait `nextPollAfterSeconds` before the next poll.',
  method: 'GET',
  url: '/api/v1/player/inbox',
  auth: 'player',
  limits: ['read'],
  sheds: 'poll',
  query: InboxQuery,
  needs: ['activePlayers', 'load', 'projectCache'],
  success: { status: 200, schema: PlayerInboxResponse },

  // Nearly all requests are polls, so one statement authenticates and reads.
  async readWithSession({ caller, query, now }, { store, projectCache, config }) {
    const project = await projectCache.byPublicKey(String(query.projectPublicKey));
    store.inbox.noteTold(now);
    const oldest = now - config.inboxDays * DAY;
    const since = parseSince(query.since);
    const announcements = project?.announcements;
    const wanted = announcements?.wanted(now) ?? NOTHING;
    const found = await store.playerReads.poll({ ...caller, oldest, since, ...wanted });
    if (found === undefined) return undefined;
    const { session, messages, receipts, reader } = found;
    return { session, data: { oldest, since, messages, receipts, reader, announcements } };
  },

  async handle({ caller, query, data, ifNoneMatch, now }, context) {
    requireOwnProject(caller, query.projectPublicKey);
    // From the same moment as the player's data: newer announcements would look unread.
    const messages = inboxOf(data, data.announcements ?? caller.announcements, now);
    context.activePlayers.note(caller.session, now);
    const { open_tickets, last_message_at } = caller.session;
    const activity = { openTickets: open_tickets, lastMessageAt: last_message_at };
    const base = baseDelay(context.config.pacing, activity, now);
    const { delay, seconds } = context.load.nextPoll(caller.session.player_id, base, lastDelay(ifNoneMatch, base));
    const items = messages.map(({ id, readAt, content }) => inboxMessage(id, readAt, content));
    return {
      status: 200,
      // Messages are stored as JSON, so the body is joined from texts.
      body: `{"messages":[${items.join()}],"nextPollAfterSeconds":${seconds}}` as JsonText<PlayerInboxResponse>,
      headers: {
        // Only a read time changes, and the language of an announcement with several.
        etag: weakEtag(
          `${base}-${delay}`,
          messages.map(({ id, readAt, locale }) => `${id} ${readAt}${locale === undefined ? '' : ` ${locale}`}`),
        ),
        'cache-control': 'private, no-cache',
      },
    };
  },
});

const NOTHING = { announcements: 0, knownIssues: '[]' } as const;

/** Reads the delay before jitter from an earlier poll's ETag with the same base delay. */
function lastDelay(etag: string | undefined, base: number): number | undefined {
  const [, lastBase, delay] = /"(\d{1,5})-(\d{1,5})[."]/.exec(etag ?? '') ?? [];
  return Number(lastBase) === base ? Number(delay) : undefined;
}

interface Message {
  readonly id: string;
  readonly createdAt: number;
  readonly readAt: number | null;
  readonly content: string;
  /** Of an announcement in several languages. */
  readonly locale?: string | undefined;
}

/** Milliseconds since 1970. 0: absent, or no time. */
function parseSince(since: unknown): number {
  return typeof since === 'string' ? (parseDateTime(since) ?? 0) : 0;
}

interface InboxData extends Pick<PolledInbox, 'messages' | 'receipts' | 'reader'> {
  /** Milliseconds since 1970. Older messages are left out. */
  readonly oldest: number;
  /** Milliseconds since 1970. Leaves out messages created and read earlier. */
  readonly since: number;
}

/** Messages and announcements, newest first. */
function inboxOf(data: InboxData, announcements: ProjectAnnouncements, now: number): Message[] {
  const { oldest, since, receipts, reader } = data;
  const messages = data.messages.map(
    ([id, content, createdAt, readAt]): Message => ({ id, content, createdAt, readAt }),
  );
  const shown: Message[] = [];
  for (const { id, createdAt, seenFrom, content, locale } of announcements.inInboxOf(reader, now, oldest)) {
    const readAt = receipts.get(id) ?? null;
    if ((readAt ?? seenFrom) < since) continue;
    shown.push({ id, createdAt, readAt, content, locale });
  }
  // Each of the two lists is in order.
  if (messages.length === 0 || shown.length === 0)
    return (shown.length === 0 ? messages : shown).slice(0, MAX_INBOX_MESSAGES);
  messages.push(...shown);
  return messages.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)).slice(0, MAX_INBOX_MESSAGES);
}

import { type InboxContent, inboxContent } from '../domain/inbox-content.ts';
import type { Executor } from './database.ts';
import { sql, statement } from './statement.ts';

export interface NewInboxMessage extends Omit<InboxContent, 'createdAt'> {
  readonly playerId: string;
  readonly messageId: string;
  readonly now: number;
}

const insert = statement<{ playerId: string; messageId: string; content: string; now: number }>()((db, message) =>
  db.insertInto('inbox_message').values({
    player_id: message.playerId,
    message_id: message.messageId,
    content: message.content,
    created_at: message.now,
    read_at: null,
  }),
);

/** Messages in one answer (decisions, Inbox). */
export const INBOX_LIMIT = 50;

// Two statements, and the limit no parameter: each one that is bound costs the poll a tenth of its query.
const newest = statement<{ playerId: string }>()((db, { playerId }) =>
  db
    .selectFrom('inbox_message')
    .select(['message_id', 'content', 'created_at', 'read_at'])
    .where('player_id', '=', playerId)
    .orderBy('message_id', 'desc')
    .limit(sql.lit(INBOX_LIMIT)),
);

const changedSince = statement<{ playerId: string; since: number }>()((db, { playerId, since }) =>
  db
    .selectFrom('inbox_message')
    .select(['message_id', 'content', 'created_at', 'read_at'])
    .where('player_id', '=', playerId)
    .where(sql<number>`COALESCE(read_at, created_at)`, '>=', since)
    .orderBy('message_id', 'desc')
    .limit(sql.lit(INBOX_LIMIT)),
);

// COALESCE keeps the first readAt in one statement, whoever comes second.
const markRead = statement<{ playerId: string; messageId: string; now: number }>()((db, mark) =>
  db
    .updateTable('inbox_message')
    .set({ read_at: sql`COALESCE(read_at, ${mark.now})` })
    .where('player_id', '=', mark.playerId)
    .where('message_id', '=', mark.messageId)
    .returning('read_at'),
);

export const inbox = (db: Executor) => ({
  add: ({ playerId, messageId, now, ...content }: NewInboxMessage) =>
    db.run(insert, { playerId, messageId, content: inboxContent(content, now), now }),
  /** The newest 50, newest first, created at or after `oldest`, and created or marked read at or after `since`. */
  async recent(playerId: string, oldest: number, since: number) {
    const rows = await (since > 0 ? db.all(changedSince, { playerId, since }) : db.all(newest, { playerId }));
    return rows.filter((row) => row.created_at >= oldest);
  },
  /** When the message was first read, which is now unless it was before; undefined if the player has no such message. */
  async markRead(playerId: string, messageId: string, now: number): Promise<number | undefined> {
    return (await db.one(markRead, { playerId, messageId, now }))?.read_at ?? undefined;
  },
});

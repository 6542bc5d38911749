import type { Executor } from './database.ts';
import { sql, statement } from './statement.ts';
import type { InboxMessageRow } from './tables.ts';

export interface NewInboxMessage {
  readonly playerId: string;
  readonly messageId: string;
  readonly type: InboxMessageRow['type'];
  readonly ticketId: string | null;
  readonly title: string;
  readonly body: string;
  readonly now: number;
}

const insert = statement<{ [Field in keyof NewInboxMessage]: NewInboxMessage[Field] }>()((db, message) =>
  db.insertInto('inbox_message').values({
    player_id: message.playerId,
    message_id: message.messageId,
    type: message.type,
    ticket_id: message.ticketId,
    title: message.title,
    body: message.body,
    created_at: message.now,
    read_at: null,
  }),
);

const recent = statement<{ playerId: string; oldest: number; since: number; limit: number }>()((db, page) =>
  db
    .selectFrom('inbox_message')
    .select(['message_id', 'type', 'ticket_id', 'title', 'body', 'created_at', 'read_at'])
    .where('player_id', '=', page.playerId)
    .where('created_at', '>=', page.oldest)
    .where(sql<number>`COALESCE(read_at, created_at)`, '>=', page.since)
    .orderBy('message_id', 'desc')
    .limit(page.limit),
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
  add: (message: NewInboxMessage) => db.run(insert, { ...message }),
  /** Newest first: messages created at or after `oldest`, and created or marked read at or after `since`. */
  recent: (playerId: string, oldest: number, since: number, limit: number) =>
    db.all(recent, { playerId, oldest, since, limit }),
  /** When the message was first read, which is now unless it was before; undefined if the player has no such message. */
  async markRead(playerId: string, messageId: string, now: number): Promise<number | undefined> {
    return (await db.one(markRead, { playerId, messageId, now }))?.read_at ?? undefined;
  },
});

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
  /** When the message was first read, which is now unless it was before; undefined if the player has no such message. */
  async markRead(playerId: string, messageId: string, now: number): Promise<number | undefined> {
    return (await db.one(markRead, { playerId, messageId, now }))?.read_at ?? undefined;
  },
});

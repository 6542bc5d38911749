import { type InboxContent, inboxContent } from '../domain/inbox-content.ts';
import type { Executor } from './database.ts';
import { insertRow } from './plain-statements.ts';
import { sql, statement } from './statement.ts';
import { inboxMessageTable } from './tables.ts';

export interface NewInboxMessage extends Omit<InboxContent, 'createdAt'> {
  readonly playerId: string;
  readonly messageId: string;
  readonly now: number;
}

const insert = insertRow(inboxMessageTable);

// Keeps the first time, also with two requests at once.
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
    db.send(insert, {
      player_id: playerId,
      message_id: messageId,
      content: inboxContent(content, now),
      created_at: now,
      read_at: null,
    }),
  /** Returns when it was first read. Undefined: no such message. */
  async markRead(playerId: string, messageId: string, now: number): Promise<number | undefined> {
    return (await db.one(markRead, { playerId, messageId, now }))?.read_at ?? undefined;
  },
});

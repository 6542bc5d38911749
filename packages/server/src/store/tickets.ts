import { preview } from '../domain/preview.ts';
import { changeStatus, type StatusChange, type TicketStatus } from '../domain/ticket-life.ts';
import type { Executor } from './database.ts';
import { sql, statement } from './statement.ts';
import type { MessageRow, TicketRow } from './tables.ts';

/** Tickets in a player's list (specification, Limits). */
const LIST_LIMIT = 100;

export interface NewTicket {
  playerId: string;
  ticketId: string;
  projectId: string;
  type: string;
  subject: string;
  context: string | null;
  preview: string;
  now: number;
}

const insert = statement<{ [Field in keyof NewTicket]: NewTicket[Field] }>()((db, ticket) =>
  db.insertInto('ticket').values({
    player_id: ticket.playerId,
    ticket_id: ticket.ticketId,
    project_id: ticket.projectId,
    type: ticket.type,
    status: 'open',
    subject: ticket.subject,
    context: ticket.context,
    last_message_preview: ticket.preview,
    last_message_at: ticket.now,
    message_count: 1,
    unread_count: 0,
    attention_since: ticket.now,
    resolved_at: null,
    created_at: ticket.now,
  }),
);

const byId = statement<{ playerId: string; ticketId: string }>()((db, { playerId, ticketId }) =>
  db.selectFrom('ticket').selectAll().where('player_id', '=', playerId).where('ticket_id', '=', ticketId),
);

const listOfPlayer = statement<{ playerId: string }>()((db, { playerId }) =>
  db
    .selectFrom('ticket')
    .select(['ticket_id', 'type', 'status', 'subject', 'last_message_preview', 'last_message_at', 'unread_count'])
    .where('player_id', '=', playerId)
    .orderBy('last_message_at', 'desc')
    .orderBy('ticket_id')
    .limit(LIST_LIMIT),
);

const resolvedOfPlayer = statement<{ playerId: string }>()((db, { playerId }) =>
  db
    .selectFrom('ticket')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('status', '=', 'resolved')
    .orderBy('resolved_at')
    .orderBy('ticket_id'),
);

const playerReplied = statement<{ playerId: string; ticketId: string; preview: string; now: number }>()((db, reply) =>
  db
    .updateTable('ticket')
    .set({
      status: 'open',
      last_message_preview: reply.preview,
      last_message_at: reply.now,
      message_count: sql`message_count + 1`,
      attention_since: sql`COALESCE(attention_since, ${reply.now})`,
      resolved_at: null,
    })
    .where('player_id', '=', reply.playerId)
    .where('ticket_id', '=', reply.ticketId)
    .where('status', '<>', 'closed')
    .returning('message_count'),
);

const adminReplied = statement<{ playerId: string; ticketId: string; preview: string; now: number }>()((db, reply) =>
  db
    .updateTable('ticket')
    .set({
      status: 'pending',
      last_message_preview: reply.preview,
      last_message_at: reply.now,
      message_count: sql`message_count + 1`,
      unread_count: sql`unread_count + 1`,
      attention_since: null,
      resolved_at: null,
    })
    .where('player_id', '=', reply.playerId)
    .where('ticket_id', '=', reply.ticketId)
    .returning('message_count'),
);

const noted = statement<{ playerId: string; ticketId: string }>()((db, { playerId, ticketId }) =>
  db
    .updateTable('ticket')
    .set({ message_count: sql`message_count + 1` })
    .where('player_id', '=', playerId)
    .where('ticket_id', '=', ticketId)
    .returning('message_count'),
);

type SetStatus = Omit<StatusChange, 'openTickets'> & { playerId: string; ticketId: string };

const setStatus = statement<{ [Field in keyof SetStatus]: SetStatus[Field] }>()((db, change) =>
  db
    .updateTable('ticket')
    .set({ status: change.status, attention_since: change.attentionSince, resolved_at: change.resolvedAt })
    .where('player_id', '=', change.playerId)
    .where('ticket_id', '=', change.ticketId),
);

const markRead = statement<{ playerId: string; ticketId: string }>()((db, { playerId, ticketId }) =>
  db.updateTable('ticket').set({ unread_count: 0 }).where('player_id', '=', playerId).where('ticket_id', '=', ticketId),
);

const dueForClosing = statement<{ now: number; day: number; limit: number }>()((db, { now, day, limit }) =>
  db
    .selectFrom('project')
    .innerJoin('ticket', 'ticket.project_id', 'project.project_id')
    .select(['ticket.player_id', 'ticket.ticket_id', 'ticket.resolved_at'])
    .where('ticket.resolved_at', '<=', sql<number>`${now} - project.auto_close_days * ${day}`)
    .limit(limit),
);

const countWaiting = statement<{ limit: number }>()((db, { limit }) =>
  db
    .selectFrom(
      db.selectFrom('ticket').select('ticket_id').where('attention_since', 'is not', null).limit(limit).as('waiting'),
    )
    .select((select) => select.fn.countAll<number>().as('count')),
);

const insertMessage = statement<{ [Column in keyof MessageRow]: MessageRow[Column] }>()((db, row) =>
  db.insertInto('message').values({
    player_id: row.player_id,
    ticket_id: row.ticket_id,
    seq: row.seq,
    message_id: row.message_id,
    author_type: row.author_type,
    visibility: row.visibility,
    message: row.message,
    created_at: row.created_at,
    read_at: row.read_at,
  }),
);

const messages = statement<{ playerId: string; ticketId: string }>()((db, { playerId, ticketId }) =>
  db
    .selectFrom('message')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('ticket_id', '=', ticketId)
    .orderBy('seq'),
);

const publicMessages = statement<{ playerId: string; ticketId: string }>()((db, { playerId, ticketId }) =>
  db
    .selectFrom('message')
    .select(['message_id', 'author_type', 'message', 'created_at'])
    .where('player_id', '=', playerId)
    .where('ticket_id', '=', ticketId)
    .where('visibility', '=', 'public')
    .orderBy('seq'),
);

const markMessagesRead = statement<{ playerId: string; ticketId: string; now: number }>()(
  (db, { playerId, ticketId, now }) =>
    db
      .updateTable('message')
      .set({ read_at: now })
      .where('player_id', '=', playerId)
      .where('ticket_id', '=', ticketId)
      .where('author_type', '=', 'admin')
      .where('visibility', '=', 'public')
      .where('read_at', 'is', null),
);

/** A message about to be written; its place in the ticket is given by the ticket's row. */
export interface NewMessage {
  readonly playerId: string;
  readonly ticketId: string;
  readonly messageId: string;
  readonly message: string;
  readonly now: number;
}

export const tickets = (db: Executor) => {
  const write = (
    { playerId, ticketId, messageId, message, now }: NewMessage,
    seq: number,
    author: MessageRow['author_type'],
    visibility: MessageRow['visibility'],
  ) =>
    db.run(insertMessage, {
      player_id: playerId,
      ticket_id: ticketId,
      seq,
      message_id: messageId,
      author_type: author,
      visibility,
      message,
      created_at: now,
      read_at: null,
    });

  return {
    byId: (playerId: string, ticketId: string) => db.one(byId, { playerId, ticketId }),
    /** The newest activity first, then by id. */
    listOfPlayer: (playerId: string) => db.all(listOfPlayer, { playerId }),
    /** The longest resolved first. */
    resolvedOfPlayer: (playerId: string) => db.all(resolvedOfPlayer, { playerId }),

    async open(ticket: Omit<NewTicket, 'preview'>, first: NewMessage): Promise<void> {
      await db.run(insert, { ...ticket, preview: preview(first.message) });
      await write(first, 1, 'player', 'public');
    },

    /** Adds a player's reply and puts the ticket back in the queue; false if there is no such ticket or it is closed. */
    async addPlayerReply(reply: NewMessage): Promise<boolean> {
      const { playerId, ticketId, message, now } = reply;
      const ticket = await db.one(playerReplied, { playerId, ticketId, preview: preview(message), now });
      if (ticket !== undefined) await write(reply, ticket.message_count, 'player', 'public');
      return ticket !== undefined;
    },

    async addAdminReply(reply: NewMessage): Promise<void> {
      const { playerId, ticketId, message, now } = reply;
      const ticket = await db.one(adminReplied, { playerId, ticketId, preview: preview(message), now });
      if (ticket !== undefined) await write(reply, ticket.message_count, 'admin', 'public');
    },

    /** Adds an internal note; false if there is no such ticket. */
    async addNote(note: NewMessage): Promise<boolean> {
      const ticket = await db.one(noted, { playerId: note.playerId, ticketId: note.ticketId });
      if (ticket !== undefined) await write(note, ticket.message_count, 'admin', 'internal');
      return ticket !== undefined;
    },

    /** Gives a ticket that status, and says what that adds to its player's number of open tickets. */
    async setStatus(ticket: TicketRow, status: TicketStatus, now: number): Promise<-1 | 0 | 1> {
      const life = changeStatus({ status: ticket.status, attentionSince: ticket.attention_since }, status, now);
      const { openTickets, ...change } = life;
      await db.run(setStatus, { ...change, playerId: ticket.player_id, ticketId: ticket.ticket_id });
      return openTickets;
    },

    /** The player has read the team's replies. */
    async markRead(playerId: string, ticketId: string, now: number): Promise<void> {
      await db.run(markRead, { playerId, ticketId });
      await db.run(markMessagesRead, { playerId, ticketId, now });
    },

    /** Resolved tickets that their project's autoCloseDays has run out for. */
    dueForClosing: (now: number, day: number, limit: number) => db.all(dueForClosing, { now, day, limit }),

    /** How many tickets wait for the team, counted up to a limit. */
    async countWaiting(limit: number): Promise<number> {
      return (await db.one(countWaiting, { limit }))?.count ?? 0;
    },

    /** The whole conversation, internal notes included, oldest first. For the team only. */
    messages: (playerId: string, ticketId: string) => db.all(messages, { playerId, ticketId }),
    /** What the player may see of the conversation, oldest first. */
    publicMessages: (playerId: string, ticketId: string) => db.all(publicMessages, { playerId, ticketId }),
  };
};

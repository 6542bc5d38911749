import { preview } from '../domain/preview.ts';
import { changeStatus, type StatusChange, type TicketStatus } from '../domain/ticket-life.ts';
import type { Executor } from './database.ts';
import { type Author, firstMessage, messages, type NewMessage } from './messages.ts';
import { sql, statement } from './statement.ts';
import { TICKET_COLUMNS, type TicketRow } from './tables.ts';

/** Tickets in a player's list (specification, Limits). */
const LIST_LIMIT = 100;

/** The place of `normal` in PRIORITIES. */
const NORMAL = 1;

export interface NewTicket {
  playerId: string;
  ticketId: string;
  projectId: string;
  type: string;
  subject: string;
  messageId: string;
  message: string;
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
    message_id: ticket.messageId,
    message: ticket.message,
    context: ticket.context,
    last_message_preview: ticket.preview,
    last_message_at: ticket.now,
    message_count: 1,
    unread_count: 0,
    attention_since: ticket.now,
    resolved_at: null,
    created_at: ticket.now,
    priority: sql.lit(NORMAL),
  }),
);

const byId = statement<{ playerId: string; ticketId: string }>()((db, { playerId, ticketId }) =>
  db.selectFrom('ticket').select(TICKET_COLUMNS).where('player_id', '=', playerId).where('ticket_id', '=', ticketId),
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

// What `changeStatus` says of `closed`, for several at once.
const closeLongestResolved = statement<{ playerId: string; count: number }>()((db, { playerId, count }) =>
  db
    .updateTable('ticket')
    .set({ status: 'closed', attention_since: null, resolved_at: null })
    .where('player_id', '=', playerId)
    .where('ticket_id', 'in', (of) =>
      of
        .selectFrom('ticket')
        .select('ticket_id')
        .where('player_id', '=', playerId)
        .where('status', '=', 'resolved')
        .orderBy('resolved_at')
        .orderBy('ticket_id')
        .limit(count),
    ),
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

// No index has any of these columns, so that the reply that most replies are writes to none.
const playerRepliedAgain = statement<{ playerId: string; ticketId: string; preview: string; now: number }>()(
  (db, reply) =>
    db
      .updateTable('ticket')
      .set({
        last_message_preview: reply.preview,
        last_message_at: reply.now,
        message_count: sql`message_count + 1`,
      })
      .where('player_id', '=', reply.playerId)
      .where('ticket_id', '=', reply.ticketId)
      .where('status', '=', 'open')
      .returning('message_count'),
);

type AdminReply = { playerId: string; ticketId: string; preview: string; now: number; status: TicketStatus };

const adminReplied = statement<AdminReply & { resolvedAt: number | null }>()((db, reply) =>
  db
    .updateTable('ticket')
    .set({
      status: reply.status,
      last_message_preview: reply.preview,
      last_message_at: reply.now,
      message_count: sql`message_count + 1`,
      unread_count: sql`unread_count + 1`,
      attention_since: null,
      resolved_at: reply.resolvedAt,
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

/** How the team sorts a ticket. */
export type Triage = Pick<TicketRow, 'assignee_id' | 'priority' | 'tags'>;

const setTriage = statement<Triage & { playerId: string; ticketId: string }>()((db, triage) =>
  db
    .updateTable('ticket')
    .set({ assignee_id: triage.assignee_id, priority: triage.priority, tags: triage.tags })
    .where('player_id', '=', triage.playerId)
    .where('ticket_id', '=', triage.ticketId),
);

const markRead = statement<{ playerId: string; ticketId: string }>()((db, { playerId, ticketId }) =>
  db.updateTable('ticket').set({ unread_count: 0 }).where('player_id', '=', playerId).where('ticket_id', '=', ticketId),
);

const dueForClosing = statement<{ now: number; day: number; limit: number }>()((db, { now, day, limit }) =>
  db
    .selectFrom('project')
    .innerJoin('ticket', 'ticket.project_id', 'project.project_id')
    .select(['ticket.player_id', 'ticket.ticket_id', 'ticket.resolved_at'])
    .where('ticket.resolved_at', '<=', sql<number>`CAST(ROUND(${now} - project.auto_close_days * ${day}) AS bigint)`)
    .limit(limit),
);

const countWaiting = statement<{ limit: number }>()((db, { limit }) =>
  db
    .selectFrom(
      // A column of the index, so that no row is read.
      db
        .selectFrom('ticket')
        .select('attention_since')
        .where('attention_since', 'is not', null)
        .limit(limit)
        .as('waiting'),
    )
    .select((select) => select.fn.countAll<number>().as('count')),
);

export const tickets = (db: Executor) => {
  const { addOfPlayer, addOfTeam, markRead: markMessagesRead, later, newestPublic } = messages(db);

  return {
    byId: (playerId: string, ticketId: string) => db.one(byId, { playerId, ticketId }),
    /** The newest activity first, then by id. */
    listOfPlayer: (playerId: string) => db.all(listOfPlayer, { playerId }),
    /** Closes so many of a player's resolved tickets at most, the longest resolved first, and says how many. */
    closeLongestResolved: (playerId: string, count: number) => db.run(closeLongestResolved, { playerId, count }),

    /** Opens a ticket with the player's first message. */
    open: (ticket: Omit<NewTicket, 'preview'>) => db.run(insert, { ...ticket, preview: preview(ticket.message) }),

    /** Adds a player's reply and puts the ticket back in the queue; false if there is no such ticket or it is closed. */
    async addPlayerReply(reply: NewMessage): Promise<boolean> {
      const { playerId, ticketId, message, now } = reply;
      const change = { playerId, ticketId, preview: preview(message), now };
      const ticket = (await db.one(playerRepliedAgain, change)) ?? (await db.one(playerReplied, change));
      if (ticket !== undefined) await addOfPlayer(reply, ticket.message_count);
      return ticket !== undefined;
    },

    /** Adds a reply of the team; the ticket is not `open` after it. */
    async addAdminReply(reply: NewMessage, author: Author, status: Exclude<TicketStatus, 'open'>): Promise<void> {
      const { playerId, ticketId, message, now } = reply;
      const resolvedAt = status === 'resolved' ? now : null;
      const change = { playerId, ticketId, preview: preview(message), now, status, resolvedAt };
      const ticket = await db.one(adminReplied, change);
      if (ticket !== undefined) await addOfTeam(reply, ticket.message_count, author, 'public');
    },

    /** Adds an internal note; false if there is no such ticket. */
    async addNote(note: NewMessage, author: Author): Promise<boolean> {
      const ticket = await db.one(noted, { playerId: note.playerId, ticketId: note.ticketId });
      if (ticket !== undefined) await addOfTeam(note, ticket.message_count, author, 'internal');
      return ticket !== undefined;
    },

    /** Gives a ticket that status, and says what that adds to its player's number of open tickets. */
    async setStatus(ticket: TicketRow, status: TicketStatus, now: number): Promise<-1 | 0 | 1> {
      const life = changeStatus({ status: ticket.status, attentionSince: ticket.attention_since }, status, now);
      const { openTickets, ...change } = life;
      await db.run(setStatus, { ...change, playerId: ticket.player_id, ticketId: ticket.ticket_id });
      return openTickets;
    },

    setTriage: ({ player_id: playerId, ticket_id: ticketId }: TicketRow, { assignee_id, priority, tags }: Triage) =>
      db.run(setTriage, { playerId, ticketId, assignee_id, priority, tags }),

    /** The id of the newest message that the player may see. */
    newestPublic: async (ticket: TicketRow) =>
      (await newestPublic(ticket.player_id, ticket.ticket_id)) ?? ticket.message_id,

    /** The player has read the team's replies. */
    async markRead(playerId: string, ticketId: string, now: number): Promise<void> {
      await db.run(markRead, { playerId, ticketId });
      await markMessagesRead(playerId, ticketId, now);
    },

    /** Resolved tickets that their project's autoCloseDays has run out for. */
    dueForClosing: (now: number, day: number, limit: number) => db.all(dueForClosing, { now, day, limit }),

    /** How many tickets wait for the team, counted up to a limit. */
    async countWaiting(limit: number): Promise<number> {
      return (await db.one(countWaiting, { limit }))?.count ?? 0;
    },

    /**
     * A ticket and its messages, oldest first: `all`, internal notes included, is for the team only; `public` is what the
     * player may see. The messages are read before the ticket: an answer that comes in between is then counted as
     * unread, and seen to be.
     */
    async conversation(playerId: string, ticketId: string, shown: 'all' | 'public') {
      const following = await later(playerId, ticketId, shown);
      const ticket = await db.one(byId, { playerId, ticketId });
      return ticket && { ticket, messages: [firstMessage(ticket), ...following] };
    },
  };
};

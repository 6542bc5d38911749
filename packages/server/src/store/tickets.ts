import { PRIORITIES } from '@player-support/contract/enums';
import type { NoticeId } from '@player-support/contract/notices';
import type { StoredAnswers } from '../domain/answers.ts';
import { interleave } from '../domain/conversation-order.ts';
import { preview } from '../domain/preview.ts';
import type { BuildKey } from '../domain/radar/series.ts';
import type { SnoozeColumns, TicketState } from '../domain/ticket-transitions.ts';
import { DAY } from '../domain/time.ts';
import type { Executor } from './database.ts';
import { heldTickets } from './held-tickets.ts';
import { filesOfTicket, parseFiles } from './message-files.ts';
import { type Author, messageInTicket, messages, type NewMessage, NO_MESSAGE } from './messages.ts';
import { radarCounts } from './radar-counts.ts';
import { rowsAsJson, sql, statement, textsInJson } from './statement.ts';
import { rowValues } from './table.ts';
import {
  type HeldTicketRow,
  NEVER_SNOOZED,
  NO_ANSWERS,
  NO_KNOWN_ISSUE,
  NOT_MERGED,
  type TicketRow,
  ticketTable,
} from './tables.ts';

const NORMAL = PRIORITIES.indexOf('normal');

export interface NewTicket {
  readonly playerId: string;
  readonly ticketId: string;
  readonly projectId: string;
  readonly type: string;
  readonly subject: string;
  readonly messageId: string;
  readonly message: string;
  readonly context: string | null;
  readonly state: TicketState;
  /** Only if it is held. */
  readonly textKey?: string | undefined;
  /** For the build radar. Undefined: it does not count. */
  readonly radar?: BuildKey | undefined;
  /** A player's form. */
  readonly form?: ({ readonly version: number } & StoredAnswers) | undefined;
  /** A blocked player creates no ticket, but the team can. */
  readonly playerBlocked?: 0 | 1;
  readonly now: number;
}

/** For a ticket with only the team's first message, which has this `seq`. */
const COUNT_WITH_FIRST_OF_TEAM = 2;

const insert = statement<TicketRow>()((db, row) => db.insertInto('ticket').values(rowValues(ticketTable, row)));

const byId = statement<{ playerId: string; ticketId: string }>()((db, { playerId, ticketId }) =>
  db
    .selectFrom('ticket')
    .select(ticketTable.columns)
    .where('player_id', '=', playerId)
    .where('ticket_id', '=', ticketId),
);

const withFiles = statement<{ playerId: string; ticketId: string }>()((db, { playerId, ticketId }) =>
  db
    .selectFrom('ticket')
    .select(ticketTable.columns)
    .select(filesOfTicket(db, 'ticket.player_id').as('files'))
    .where('player_id', '=', playerId)
    .where('ticket_id', '=', ticketId),
);

const byIds = statement<{ playerId: string; ticketIds: string }>()((db, { playerId, ticketIds }) =>
  db
    .selectFrom('ticket')
    .select(ticketTable.columns)
    .select(filesOfTicket(db, 'ticket.player_id').as('files'))
    .where('player_id', '=', playerId)
    .where('ticket_id', 'in', textsInJson(db, ticketIds))
    .orderBy('merged_at')
    .orderBy('ticket_id'),
);

const answersOfMany = statement<{ playerIds: string; ticketIds: string }>()((db, { playerIds, ticketIds }) =>
  db
    .selectFrom('ticket')
    .select(['ticket_id', 'form_version', 'answers', 'long_answers'])
    .where('player_id', 'in', textsInJson(db, playerIds))
    .where('ticket_id', 'in', textsInJson(db, ticketIds)),
);

// What a notice needs comes with the ticket: no round trip, no cache.
const toChange = statement<{ playerId: string; ticketId: string; notice: NoticeId | null }>()(
  (db, { playerId, ticketId, notice }) =>
    db
      .selectFrom('ticket')
      .select(ticketTable.columns)
      .select((ticket) => [
        ticket
          .selectFrom('project')
          .select('name')
          .whereRef('project.project_id', '=', 'ticket.project_id')
          .as('project_name'),
        rowsAsJson(
          db,
          ['locale', 'title', 'body'],
          ticket
            .selectFrom('notice_text')
            .select(['locale', 'title', 'body'])
            .whereRef('notice_text.project_id', '=', 'ticket.project_id')
            .where('notice', '=', notice),
        ).as('notice_texts'),
      ])
      .where('player_id', '=', playerId)
      .where('ticket_id', '=', ticketId),
);

export type TicketToChange = TicketRow & {
  readonly project_name: string | null;
  /** JSON: `[locale, title, body][]`. */
  readonly notice_texts: string | null;
};

// Resolved tickets, and messages of the team without a reply.
const closeLongestIdle = statement<TicketState & { playerId: string; count: number }>()((db, change) =>
  db
    .updateTable('ticket')
    .set({ status: change.status, attention_since: change.attention_since, resolved_at: change.resolved_at })
    .where('player_id', '=', change.playerId)
    .where('ticket_id', 'in', (query) =>
      query
        .selectFrom('ticket')
        .select('ticket_id')
        .where('player_id', '=', change.playerId)
        .where(({ eb, or, and }) =>
          or([
            eb('status', '=', 'resolved'),
            and([
              eb('status', '=', 'pending'),
              eb('message_id', '=', sql.lit(NO_MESSAGE)),
              eb('message_count', '=', sql.lit(COUNT_WITH_FIRST_OF_TEAM)),
            ]),
          ]),
        )
        .orderBy(sql`COALESCE(resolved_at, created_at)`)
        .orderBy('ticket_id')
        .limit(change.count),
    ),
);

type Reply = { playerId: string; ticketId: string; preview: string; now: number };

// These columns are in no index, so a reply in an open ticket writes to none.
const addPlayerReply = statement<Reply>()((db, reply) =>
  db
    .updateTable('ticket')
    .set({
      last_message_preview: reply.preview,
      last_message_at: reply.now,
      message_count: sql`message_count + 1`,
    })
    .where('player_id', '=', reply.playerId)
    .where('ticket_id', '=', reply.ticketId)
    .where('merged_into', 'is', null)
    .returning([
      ...['message_count', 'merged_messages', 'status', 'attention_since', 'resolved_at'],
      ...['snooze_until', 'snooze_build', 'waited_since'],
    ] as const),
);

const addTeamReply = statement<Reply & TicketState>()((db, reply) =>
  db
    .updateTable('ticket')
    .set({
      status: reply.status,
      attention_since: reply.attention_since,
      resolved_at: reply.resolved_at,
      last_message_preview: reply.preview,
      last_message_at: reply.now,
      message_count: sql`message_count + 1`,
      unread_count: sql`unread_count + 1`,
    })
    .where('player_id', '=', reply.playerId)
    .where('ticket_id', '=', reply.ticketId),
);

const addNote = statement<{ playerId: string; ticketId: string }>()((db, { playerId, ticketId }) =>
  db
    .updateTable('ticket')
    .set({ message_count: sql`message_count + 1` })
    .where('player_id', '=', playerId)
    .where('ticket_id', '=', ticketId),
);

const setState = statement<TicketState & { playerId: string; ticketId: string }>()((db, change) =>
  db
    .updateTable('ticket')
    .set({ status: change.status, attention_since: change.attention_since, resolved_at: change.resolved_at })
    .where('player_id', '=', change.playerId)
    .where('ticket_id', '=', change.ticketId),
);

const setSnooze = statement<TicketState & SnoozeColumns & { playerId: string; ticketId: string }>()((db, change) =>
  db
    .updateTable('ticket')
    .set({
      status: change.status,
      attention_since: change.attention_since,
      resolved_at: change.resolved_at,
      snooze_until: change.snooze_until,
      snooze_build: change.snooze_build,
      waited_since: change.waited_since,
    })
    .where('player_id', '=', change.playerId)
    .where('ticket_id', '=', change.ticketId),
);

// The index ticket_asleep has this condition and order.
const dueToWake = statement<{ now: number; limit: number }>()((db, { now, limit }) =>
  db
    .selectFrom('ticket')
    .select(['player_id', 'ticket_id', 'snooze_until'])
    .where('status', '=', sql.lit('snoozed'))
    .where('snooze_until', '<=', now)
    .orderBy('snooze_until')
    .limit(limit),
);

// The index ticket_awaiting_build has this condition and order.
const awaitingBuild = statement<{ after: string; limit: number }>()((db, { after, limit }) =>
  db
    .selectFrom('ticket')
    .innerJoin('player', 'player.player_id', 'ticket.player_id')
    .select(['ticket.player_id', 'ticket.ticket_id', 'ticket.snooze_build', 'player.context'])
    .where('ticket.status', '=', sql.lit('snoozed'))
    .where('ticket.snooze_build', 'is not', null)
    .where('ticket.ticket_id', '>', after)
    .orderBy('ticket.ticket_id')
    .limit(limit),
);

/** What the team sets, except the status. */
export type Triage = Pick<TicketRow, 'assignee_id' | 'priority' | 'tags' | 'known_issue_id' | 'known_issue_at'>;

const setTriage = statement<Triage & { playerId: string; ticketId: string }>()((db, triage) =>
  db
    .updateTable('ticket')
    .set({
      assignee_id: triage.assignee_id,
      priority: triage.priority,
      tags: triage.tags,
      known_issue_id: triage.known_issue_id,
      known_issue_at: triage.known_issue_at,
    })
    .where('player_id', '=', triage.playerId)
    .where('ticket_id', '=', triage.ticketId),
);

const setPlayerBlocked = statement<{ playerId: string; blocked: 0 | 1 }>()((db, { playerId, blocked }) =>
  db.updateTable('ticket').set({ player_blocked: blocked }).where('player_id', '=', playerId),
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
      // The index has these. With others, each row would be read.
      db
        .selectFrom('ticket')
        .select('attention_since')
        .where('attention_since', 'is not', null)
        .where('player_blocked', '=', sql.lit<0>(0))
        .limit(limit)
        .as('waiting'),
    )
    .select((select) => select.fn.countAll<number>().as('count')),
);

const answersOf = ({ form }: Pick<NewTicket, 'form'>) =>
  form === undefined
    ? NO_ANSWERS
    : { form_version: form.version, answers: form.answers, long_answers: form.longAnswers };

export function newTicketRow({ message, state, now, ...ticket }: NewTicket): TicketRow {
  return {
    player_id: ticket.playerId,
    ticket_id: ticket.ticketId,
    project_id: ticket.projectId,
    type: ticket.type,
    subject: ticket.subject,
    message_id: ticket.messageId,
    message,
    context: ticket.context,
    last_message_preview: preview(message),
    last_message_at: now,
    message_count: 1,
    unread_count: 0,
    created_at: now,
    assignee_id: null,
    priority: NORMAL,
    tags: null,
    player_blocked: ticket.playerBlocked ?? 0,
    ...answersOf(ticket),
    ...NOT_MERGED,
    ...NO_KNOWN_ISSUE,
    ...NEVER_SNOOZED,
    ...state,
  };
}

export function heldTicketRow({ playerId, ticketId, projectId, now }: NewTicket, textKey: string): HeldTicketRow {
  return { player_id: playerId, ticket_id: ticketId, project_id: projectId, text_key: textKey, created_at: now };
}

interface TicketsToClose {
  readonly playerId: string;
  readonly count: number;
  readonly state: TicketState;
}

type RepliedTicket = TicketState & SnoozeColumns & Pick<TicketRow, 'message_count' | 'merged_messages'>;

interface NewState {
  readonly playerId: string;
  readonly ticketId: string;
  readonly state: TicketState;
}

export const tickets = (db: Executor) => {
  const { addOfPlayer, addOfTeam, afterFirst, afterFirstOf, markRead: markMessagesRead, newestPublic } = messages(db);

  async function reply(message: NewMessage, author: Author, state: TicketState): Promise<void> {
    const { playerId, ticketId, message: text, now } = message;
    await db.send(addTeamReply, { playerId, ticketId, preview: preview(text), now, ...state });
    await addOfTeam(message, author, 'public');
  }

  return {
    byId: (playerId: string, ticketId: string) => db.one(byId, { playerId, ticketId }),
    /** Reads answers by ticket, without tickets that moved to another player. */
    async answersOf(rows: readonly Pick<TicketRow, 'player_id' | 'ticket_id'>[]) {
      const playerIds = JSON.stringify([...new Set(rows.map(({ player_id }) => player_id))]);
      const ticketIds = JSON.stringify(rows.map(({ ticket_id }) => ticket_id));
      const found = await db.all(answersOfMany, { playerIds, ticketIds });
      return new Map(found.map((row) => [row.ticket_id, row]));
    },
    /** `notice`: what the player gets about the change. */
    toChange: (playerId: string, ticketId: string, notice: NoticeId | null): Promise<TicketToChange | undefined> =>
      db.one(toChange, { playerId, ticketId, notice }),
    async open(ticket: NewTicket): Promise<void> {
      await db.run(insert, newTicketRow(ticket));
      if (ticket.textKey !== undefined) await heldTickets(db).add(heldTicketRow(ticket, ticket.textKey));
      const { radar } = ticket;
      if (radar !== undefined) await radarCounts(db).add({ ...ticket, radar });
    },

    /** Adds a ticket with a message of the team. */
    async openByTeam(ticket: NewTicket, author: Author, assigneeId: string | null): Promise<void> {
      const row = newTicketRow({ ...ticket, messageId: NO_MESSAGE, message: '' });
      await db.run(insert, { ...row, assignee_id: assigneeId });
      await reply(ticket, author, ticket.state);
    },

    /**
     * Gives a new state to up to `count` tickets of a player that wait for nobody, the longest idle
     * first. Returns how many.
     */
    closeLongestIdle: ({ playerId, count, state }: TicketsToClose) =>
      db.run(closeLongestIdle, { playerId, count, ...state }),

    /**
     * Locks the ticket. Returns its unchanged state and number of messages. Undefined: no such
     * ticket, or merged. The caller must roll back if it is closed or full.
     */
    async addPlayerReply(reply: NewMessage): Promise<RepliedTicket | undefined> {
      const { playerId, ticketId, message, now } = reply;
      const ticket = await db.one(addPlayerReply, { playerId, ticketId, preview: preview(message), now });
      if (ticket !== undefined) await addOfPlayer(reply);
      return ticket;
    },

    addTeamReply: reply,

    /** Adds an internal note. */
    async addNote(note: NewMessage, author: Author): Promise<void> {
      await db.send(addNote, { playerId: note.playerId, ticketId: note.ticketId });
      await addOfTeam(note, author, 'internal');
    },

    setState: ({ playerId, ticketId, state }: NewState) => db.send(setState, { playerId, ticketId, ...state }),

    setSnooze: ({ player_id: playerId, ticket_id: ticketId }: TicketRow, columns: TicketState & SnoozeColumns) =>
      db.send(setSnooze, { playerId, ticketId, ...columns }),

    /** Reads those whose time has come. */
    dueToWake: ({ now, limit }: { readonly now: number; readonly limit: number }) => db.all(dueToWake, { now, limit }),

    /** Reads tickets that wait for a build, by id, with the player's current context. */
    awaitingBuild: (after: string, limit: number) => db.all(awaitingBuild, { after, limit }),

    setTriage: ({ player_id: playerId, ticket_id: ticketId }: TicketRow, triage: Triage) => {
      const { assignee_id, priority, tags, known_issue_id, known_issue_at } = triage;
      return db.send(setTriage, { playerId, ticketId, assignee_id, priority, tags, known_issue_id, known_issue_at });
    },

    /** Lock the player before, so that no ticket is added. */
    setPlayerBlocked: (playerId: string, blocked: boolean) =>
      db.run(setPlayerBlocked, { playerId, blocked: blocked ? 1 : 0 } as const),

    newestPublic: async (ticket: TicketRow) =>
      (await newestPublic(ticket.player_id, ticket.ticket_id))?.message_id ?? ticket.message_id,

    /** The team's replies in these tickets. */
    async markRead(playerId: string, ticketIds: readonly string[], now: number): Promise<void> {
      for (const ticketId of ticketIds) {
        await db.run(markRead, { playerId, ticketId });
        await markMessagesRead(playerId, ticketId, now);
      }
    },

    /** Resolved for at least their project's `autoCloseDays`. */
    dueForClosing: ({ now, limit }: { readonly now: number; readonly limit: number }) =>
      db.all(dueForClosing, { now, day: DAY, limit }),

    /** Counted up to `limit`. */
    async countWaiting(limit: number): Promise<number> {
      return (await db.one(countWaiting, { limit }))?.count ?? 0;
    },

    /**
     * Reads a ticket, its messages and notes, also of merged tickets, oldest first. Messages first:
     * a reply between the reads counts as unread. `others`: merged into it, or its target.
     */
    async conversation(playerId: string, ticketId: string) {
      const following = await afterFirst(playerId, ticketId);
      const ticket = await db.one(withFiles, { playerId, ticketId });
      if (ticket === undefined) return undefined;
      const { merged_into: into, merged_tickets: ids } = ticket;
      const own = [...messageInTicket(ticket), ...following];
      if (ids === null) {
        const others = into === null ? [] : await db.all(byIds, { playerId, ticketIds: JSON.stringify([into]) });
        return { ticket, others, messages: own, files: parseFiles(ticket.files) };
      }
      const others = await db.all(byIds, { playerId, ticketIds: ids });
      const byTicket = Map.groupBy(await afterFirstOf(playerId, ids), ({ ticket_id }) => ticket_id);
      const merged = others.map((other) => [...messageInTicket(other), ...(byTicket.get(other.ticket_id) ?? [])]);
      const messages = interleave([...merged, own], ({ created_at }) => created_at);
      return { ticket, others, messages, files: [ticket, ...others].flatMap(({ files }) => parseFiles(files)) };
    },
  };
};

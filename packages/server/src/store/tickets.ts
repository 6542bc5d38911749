import { PRIORITIES } from '@player-support/contract/enums';
import type { NoticeId } from '@player-support/contract/notices';
import { interleave } from '../domain/conversation-order.ts';
import { preview } from '../domain/preview.ts';
import type { BuildKey } from '../domain/radar/series.ts';
import type { SnoozeColumns, TicketState } from '../domain/ticket-transitions.ts';
import { DAY } from '../domain/time.ts';
import type { Executor } from './database.ts';
import { heldTickets } from './held-tickets.ts';
import { filesOfTicket, parseFiles } from './message-files.ts';
import { type Author, messageInTicket, messages, type NewMessage, NO_MESSAGE } from './messages.ts';
import { insertRow, laterOf, selectRows, updateRows } from './plain-statements.ts';
import { radarCounts } from './radar-counts.ts';
import { rowsAsJson, sql, statement, textsInJson } from './statement.ts';
import { type TicketRow, ticketTable } from './tables.ts';
import { ticketNumbers } from './ticket-numbers.ts';

/** The other columns of a ticket when it is created. */
export const NEW_TICKET = {
  message_count: 1,
  unread_count: 0,
  assignee_id: null,
  priority: PRIORITIES.indexOf('normal'),
  tags: null,
  player_blocked: 0,
  form_version: null,
  answers: null,
  long_answers: null,
  merged_into: null,
  merged_at: null,
  before_merge: null,
  merged_tickets: null,
  merged_messages: null,
  known_issue_id: null,
  known_issue_at: null,
  snooze_until: null,
  snooze_build: null,
  waited_since: null,
} as const satisfies Partial<TicketRow>;

type Key = Pick<TicketRow, 'player_id' | 'ticket_id'>;

type Given = 'project_id' | 'type' | 'subject' | 'message_id' | 'message' | 'context' | 'created_at';
/** A blocked player creates no ticket, but the team can. */
type Possible = 'form_version' | 'answers' | 'long_answers' | 'player_blocked' | 'assignee_id';

export type NewTicket = Key &
  TicketState &
  Pick<TicketRow, Given> &
  Partial<Pick<TicketRow, Possible>> & {
    /** Only if it is held. */
    readonly text_key?: string | undefined;
    /** For the build radar. Undefined: it does not count. */
    readonly radar?: BuildKey | undefined;
  };

/** For a ticket with only the team's first message, which has this `seq`. */
const COUNT_WITH_FIRST_OF_TEAM = 2;

const KEY = ['player_id', 'ticket_id'] as const;
const STATE = ['status', 'attention_since', 'resolved_at'] as const;
const SNOOZE = ['snooze_until', 'snooze_build', 'waited_since'] as const;

const insert = insertRow(ticketTable);
const byId = selectRows(ticketTable, KEY);

const withFiles = statement<Key>()((db, key) =>
  db
    .selectFrom('ticket')
    .select(ticketTable.columns)
    .select(filesOfTicket(db, 'ticket.player_id').as('files'))
    .where((row) => row.and({ player_id: key.player_id, ticket_id: key.ticket_id })),
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
        ticket
          .selectFrom('player')
          .select('last_inbox_at')
          .whereRef('player.player_id', '=', 'ticket.player_id')
          .as('last_inbox_at'),
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
      .where((row) => row.and({ player_id: playerId, ticket_id: ticketId })),
);

export type TicketToChange = TicketRow & {
  readonly project_name: string | null;
  /** Of the player. */
  readonly last_inbox_at: number | null;
  /** JSON: `[locale, title, body][]`. */
  readonly notice_texts: string | null;
};

type TicketsToClose = TicketState & { readonly playerId: string; readonly count: number };

// Resolved tickets, and messages of the team without a reply.
const closeLongestIdle = statement<TicketsToClose>()((db, change) =>
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

type Reply = Key & Pick<TicketRow, 'last_message_preview' | 'last_message_at'>;

// These columns are in no index, so a reply in an open ticket writes to none.
const addPlayerReply = statement<Reply>()((db, { player_id, ticket_id, last_message_preview, last_message_at }) =>
  db
    .updateTable('ticket')
    .set({
      last_message_preview,
      last_message_at: laterOf('last_message_at', last_message_at),
      message_count: sql`message_count + 1`,
    })
    .where((row) => row.and({ player_id, ticket_id, merged_into: null }))
    .returning([...STATE, ...SNOOZE, 'message_count', 'merged_messages']),
);

const addTeamReply = updateRows(ticketTable, KEY, [...STATE, 'last_message_preview', 'last_message_at'], {
  counted: ['message_count', 'unread_count'],
});
const addNote = updateRows(ticketTable, KEY, [], { counted: ['message_count'] });
const setState = updateRows(ticketTable, KEY, STATE);
const setSnooze = updateRows(ticketTable, KEY, [...STATE, ...SNOOZE]);

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
const TRIAGE = ['assignee_id', 'priority', 'tags', 'known_issue_id', 'known_issue_at'] as const;

const setTriage = updateRows(ticketTable, KEY, TRIAGE);
const setPlayerBlocked = updateRows(ticketTable, ['player_id'], ['player_blocked']);
const markRead = updateRows(ticketTable, KEY, ['unread_count']);

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

export const newTicketRow = (ticket: NewTicket & { number: number }): TicketRow => ({
  ...NEW_TICKET,
  last_message_preview: preview(ticket.message),
  last_message_at: ticket.created_at,
  ...ticket,
});

const replied = ({ player_id, ticket_id, message, created_at }: NewMessage): Reply => ({
  player_id,
  ticket_id,
  last_message_preview: preview(message),
  last_message_at: created_at,
});

type RepliedTicket = TicketState & SnoozeColumns & Pick<TicketRow, 'message_count' | 'merged_messages'>;

export const tickets = (db: Executor) => {
  const { addOfPlayer, addOfTeam, afterFirst, afterFirstOf, markRead: markMessagesRead, newestPublic } = messages(db);

  async function reply(message: NewMessage, author: Author, state: TicketState): Promise<void> {
    await db.send(addTeamReply, { ...state, ...replied(message) });
    await addOfTeam(message, author, 'public');
  }

  async function add(ticket: NewTicket): Promise<void> {
    const number = await ticketNumbers(db).take(ticket.project_id);
    await db.run(insert, newTicketRow({ ...ticket, number }));
  }

  return {
    byId: (playerId: string, ticketId: string) => db.one(byId, { player_id: playerId, ticket_id: ticketId }),
    /** Reads answers by ticket, without tickets that moved to another player. */
    async answersOf(rows: readonly Key[]) {
      const playerIds = JSON.stringify([...new Set(rows.map(({ player_id }) => player_id))]);
      const ticketIds = JSON.stringify(rows.map(({ ticket_id }) => ticket_id));
      const found = await db.all(answersOfMany, { playerIds, ticketIds });
      return new Map(found.map((row) => [row.ticket_id, row]));
    },
    /** `notice`: what the player gets about the change. */
    toChange: (playerId: string, ticketId: string, notice: NoticeId | null): Promise<TicketToChange | undefined> =>
      db.one(toChange, { playerId, ticketId, notice }),
    async open(ticket: NewTicket): Promise<void> {
      const { text_key, radar } = ticket;
      await add(ticket);
      if (text_key !== undefined) await heldTickets(db).add({ ...ticket, text_key });
      if (radar !== undefined) await radarCounts(db).add({ ...ticket, radar });
    },

    async openByTeam(ticket: NewTicket, author: Author): Promise<void> {
      await add({ ...ticket, message_id: NO_MESSAGE, message: '' });
      await reply(ticket, author, ticket);
    },

    /**
     * Gives a new state to up to `count` tickets of a player that wait for nobody, the longest idle
     * first. Returns how many.
     */
    closeLongestIdle: (change: TicketsToClose) => db.run(closeLongestIdle, change),

    /**
     * Locks the ticket. Returns its unchanged state and number of messages. Undefined: no such
     * ticket, or merged. The caller must roll back if it is closed or full.
     */
    async addPlayerReply(reply: NewMessage): Promise<RepliedTicket | undefined> {
      const ticket = await db.one(addPlayerReply, replied(reply));
      if (ticket !== undefined) await addOfPlayer(reply);
      return ticket;
    },

    addTeamReply: reply,

    async addNote(note: NewMessage, author: Author): Promise<void> {
      await db.send(addNote, note);
      await addOfTeam(note, author, 'internal');
    },

    setState: (ticket: Key & TicketState) => db.send(setState, ticket),

    setSnooze: (ticket: Key & TicketState & SnoozeColumns) => db.send(setSnooze, ticket),

    dueToWake: ({ now, limit }: { readonly now: number; readonly limit: number }) => db.all(dueToWake, { now, limit }),

    /** By id, with the player's current context. */
    awaitingBuild: (after: string, limit: number) => db.all(awaitingBuild, { after, limit }),

    setTriage: (ticket: Key & Pick<TicketRow, (typeof TRIAGE)[number]>) => db.send(setTriage, ticket),

    /** Lock the player before, so that no ticket is added. */
    setPlayerBlocked: (playerId: string, blocked: boolean) =>
      db.run(setPlayerBlocked, { player_id: playerId, player_blocked: blocked ? 1 : 0 } as const),

    newestPublic: async (ticket: TicketRow) =>
      (await newestPublic(ticket.player_id, ticket.ticket_id))?.message_id ?? ticket.message_id,

    /** The team's replies in these tickets. */
    async markRead(playerId: string, ticketIds: readonly string[], now: number): Promise<void> {
      for (const ticketId of ticketIds) {
        await db.run(markRead, { player_id: playerId, ticket_id: ticketId, unread_count: 0 });
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
      const ticket = await db.one(withFiles, { player_id: playerId, ticket_id: ticketId });
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

import { TICKET_STATUSES, type TicketStatus } from '@player-support/contract/enums';
import { STORM_ACTIONS, type StormAction } from '../domain/storm.ts';
import type { Executor } from './database.ts';
import { NO_MESSAGE } from './messages.ts';
import { radarSpikes } from './radar-spikes.ts';
import { rangeConditions, readRanges, statusRanges } from './ranges.ts';
import { type Params, sql, statement, statementShapes } from './statement.ts';

/** A ticket of the news. */
export interface NewsTicket {
  readonly project_id: string;
  readonly ticket_id: string;
  /** When it happened; the last time, if it did several times. */
  readonly at: number;
}

/** Times in milliseconds. `from` is excluded, `to` is included. */
export type Window = { readonly from: number; readonly to: number };

interface OfMember extends Window {
  readonly memberId: string;
  readonly projectIds: readonly string[];
}

/** Tickets of each kind and range that are read. More are not told one by one anyway. */
const MAX_TICKETS = 100;

// Each range is a part of the index ticket_queue. The limit bounds a burst of any size.
const created = statementShapes<Params, NewsTicket>((db, params) =>
  rangeConditions(db, params)
    .map(({ condition }) =>
      db.selectFrom(
        db
          .selectFrom('ticket')
          .select(['project_id', 'ticket_id', 'created_at as at'])
          .where(condition)
          .where(sql<boolean>`created_at > ${params.from} AND created_at <= ${params.to}`)
          .where('message_id', '<>', sql.lit(NO_MESSAGE))
          .where('player_blocked', '=', sql.lit<0>(0))
          .orderBy('created_at', 'desc')
          .limit(sql.lit(MAX_TICKETS))
          .as('created'),
      ),
    )
    .map((range) => range.select(['project_id', 'ticket_id', 'at']))
    .reduce((union, one) => union.unionAll(one)),
);

/**
 * Of a member's tickets of each project and status, the newest that are examined for replies and
 * assignments. The history and the messages of each one are looked up.
 */
const MAX_EXAMINED = 1000;

type Extra = 'replied' | 'denied' | 'assigned' | 'woken' | 'waiting';

/** The entries of the history that say that somebody else assigned the ticket to the member. */
const assignedTo = (memberId: unknown) =>
  sql<boolean>`kind = 'assignee' AND to_value = ${memberId} AND COALESCE(actor_id, '') <> ${memberId}`;

/** Those that say that the server ended a snooze. */
const WOKEN = sql<boolean>`kind = 'snooze' AND to_value IS NULL AND actor_id IS NULL`;

/** Those that say that the known issue is not fixed for the player. */
const DENIED = sql<boolean>`kind = 'fixed' AND to_value = 'no'`;

// The index ticket_assigned finds the member's open tickets. Only their messages or history are
// read, by key, so neither messages nor events need an index by time.
const assignedTickets = statementShapes<Params, NewsTicket, { readonly extra: Extra }>((db, params, { extra }) =>
  rangeConditions(db, params)
    .map(({ condition }) => {
      const mine = db
        .selectFrom('ticket')
        .select(['project_id', 'ticket_id'])
        .where(condition)
        .where(sql<boolean>`assignee_id = ${params.memberId}`);
      const between = (column: string) =>
        sql<boolean>`${sql.ref(column)} > ${params.from} AND ${sql.ref(column)} <= ${params.to}`;
      if (extra === 'waiting') {
        return mine
          .select('attention_since as at')
          .where('player_blocked', '=', sql.lit<0>(0))
          .where(between('attention_since'));
      }
      if (extra === 'replied') {
        const replied = mine
          .select('player_id')
          .where(sql<boolean>`last_message_at > ${params.from}`)
          .orderBy('last_message_at', 'desc')
          .limit(sql.lit(MAX_EXAMINED));
        return db
          .selectFrom(replied.as('ticket'))
          .select(['project_id', 'ticket_id'])
          .select(({ selectFrom }) =>
            selectFrom('message')
              .select(({ fn }) => fn.max('message.created_at').as('at'))
              .whereRef('message.player_id', '=', 'ticket.player_id')
              .whereRef('message.ticket_id', '=', 'ticket.ticket_id')
              .where('author_type', '=', sql.lit('player'))
              .where(between('message.created_at'))
              .as('at'),
          );
      }
      // An assignment, the end of a snooze and an answer to a question have no time in the ticket.
      // This is the order of the index.
      const newest = mine.select('player_id').orderBy('created_at', 'desc').limit(sql.lit(MAX_EXAMINED));
      return db
        .selectFrom(newest.as('ticket'))
        .select(['project_id', 'ticket_id'])
        .select(({ selectFrom }) =>
          selectFrom('ticket_event')
            .select(({ fn }) => fn.max('ticket_event.created_at').as('at'))
            .whereRef('ticket_event.player_id', '=', 'ticket.player_id')
            .whereRef('ticket_event.ticket_id', '=', 'ticket.ticket_id')
            .where(extra === 'assigned' ? assignedTo(params.memberId) : extra === 'denied' ? DENIED : WOKEN)
            .where(between('ticket_event.created_at'))
            .as('at'),
        );
    })
    .map((range) =>
      db
        .selectFrom(range.as('mine'))
        .select(['project_id', 'ticket_id', sql<number>`${sql.ref('at')}`.as('at')])
        // The time of tickets to which nothing happened.
        .where('at', 'is not', null)
        .limit(sql.lit(MAX_TICKETS)),
    )
    .map((range) => db.selectFrom(range.as('found')).select(['project_id', 'ticket_id', 'at']))
    .reduce((union, one) => union.unionAll(one)),
);

const storms = statement<Window & { began: StormAction; ended: StormAction; limit: number }>()(
  (db, { from, to, began, ended, limit }) =>
    db
      .selectFrom('audit_entry')
      .select(['action', 'project_id', 'created_at as at'])
      .where('action', 'in', [began, ended])
      .where('created_at', '>', from)
      .where('created_at', '<=', to)
      .orderBy('audit_entry_id', 'desc')
      .limit(limit),
);

/**
 * What happened to tickets in a window of time. It is read from the tickets, so writing a ticket or
 * a message costs nothing more.
 */
export const news = (db: Executor) => {
  const ofMember = (extra: Extra, statuses: readonly TicketStatus[]) => (request: OfMember) => {
    const { memberId, projectIds, from, to } = request;
    return readRanges(statusRanges(projectIds, statuses), (inRanges) =>
      assignedTickets(db, { ...inRanges, memberId, from, to }, { extra }),
    );
  };
  return {
    /**
     * Tickets of players who are not blocked, newest first, at most 100 of each project and status.
     */
    created: (projectIds: readonly string[], { from, to }: Window) =>
      readRanges(statusRanges(projectIds, TICKET_STATUSES), (inRanges) => created(db, { ...inRanges, from, to }, {})),
    /** When the server started and stopped holding tickets of these projects, newest first. */
    async storms(projectIds: readonly string[], { from, to }: Window) {
      const [began, ended] = STORM_ACTIONS;
      const rows = await db.all(storms, { from, to, began, ended, limit: MAX_TICKETS });
      return rows.flatMap(({ action, project_id, at }) =>
        project_id !== null && projectIds.includes(project_id)
          ? [{ kind: action === began ? ('storm_began' as const) : ('storm_ended' as const), project_id, at }]
          : [],
      );
    },
    /** When the radar found spikes in these projects, newest first. */
    spikes: async (projectIds: readonly string[], { from, to }: Window) =>
      (await radarSpikes(db).found(from, to)).filter(({ project_id }) => projectIds.includes(project_id)),
    /** Open tickets of a member to which their player replied. */
    replied: ofMember('replied', ['open']),
    /** Open tickets of a member whose player said that their known issue is not fixed. */
    denied: ofMember('denied', ['open']),
    /** Tickets of a member that another person assigned to the member. */
    assigned: ofMember('assigned', ['open', 'pending']),
    /** Tickets of a member whose snooze ended by itself. */
    woken: ofMember('woken', ['open']),
    /** Tickets of a member that began to wait in the window, as the queue shows them. */
    waiting: ofMember('waiting', ['open']),
  };
};

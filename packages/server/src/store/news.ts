import { TICKET_STATUSES, type TicketStatus } from '@player-support/contract/enums';
import { STORM_ACTIONS, type StormAction } from '../domain/storm.ts';
import type { Executor } from './database.ts';
import { NO_MESSAGE } from './messages.ts';
import { radarSpikes } from './radar-spikes.ts';
import { rangeConditions, readRanges, statusRanges } from './ranges.ts';
import { type Params, sql, statement, statementShapes } from './statement.ts';

export interface NewsTicket {
  readonly project_id: string;
  readonly ticket_id: string;
  /** The last time, if it happened several times. */
  readonly at: number;
}

/** In milliseconds. `from` is excluded, `to` included. */
export type Window = { readonly from: number; readonly to: number };

type OfMember = Window & { readonly memberId: string; readonly projectIds: readonly string[] };

/** Of each kind and range. More are not told one by one anyway. */
const MAX_TICKETS = 100;

// Each range is a part of the index ticket_queue. The limit bounds any burst.
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
 * The newest tickets of a member, by project and status, whose history and messages are looked up.
 */
const MAX_EXAMINED = 1000;

type Extra = 'replied' | 'denied' | 'assigned' | 'woken' | 'waiting';

/** History entries: somebody else assigned the ticket to the member. */
const assignedTo = (memberId: unknown) =>
  sql<boolean>`kind = 'assignee' AND to_value = ${memberId} AND COALESCE(actor_id, '') <> ${memberId}`;

/** The server ended the snooze. */
const WOKEN = sql<boolean>`kind = 'snooze' AND to_value IS NULL AND actor_id IS NULL`;

/** The known issue is not fixed for the player. */
const DENIED = sql<boolean>`kind = 'fixed' AND to_value = 'no'`;

// The index ticket_assigned finds the open tickets. Messages and history are read by key, so they
// need no index by time.
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
      // In the order of the index: these events have no time in the ticket.
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
        // Nothing happened to the others.
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

/** Read from the tickets, so that writing costs nothing more. */
export const news = (db: Executor) => {
  const ofMember = (extra: Extra, statuses: readonly TicketStatus[]) => (request: OfMember) => {
    const { memberId, projectIds, from, to } = request;
    return readRanges(statusRanges(projectIds, statuses), (inRanges) =>
      assignedTickets(db, { ...inRanges, memberId, from, to }, { extra }),
    );
  };
  return {
    /** Unblocked players, newest first, at most 100 of each project and status. */
    created: (projectIds: readonly string[], { from, to }: Window) =>
      readRanges(statusRanges(projectIds, TICKET_STATUSES), (inRanges) => created(db, { ...inRanges, from, to }, {})),
    /** When holding began and ended, newest first. */
    async storms(projectIds: readonly string[], { from, to }: Window) {
      const [began, ended] = STORM_ACTIONS;
      const rows = await db.all(storms, { from, to, began, ended, limit: MAX_TICKETS });
      return rows.flatMap(({ action, project_id, at }) =>
        project_id !== null && projectIds.includes(project_id)
          ? [{ kind: action === began ? ('storm_began' as const) : ('storm_ended' as const), project_id, at }]
          : [],
      );
    },
    spikes: async (projectIds: readonly string[], { from, to }: Window) =>
      (await radarSpikes(db).found(from, to)).filter(({ project_id }) => projectIds.includes(project_id)),
    /** Open tickets with a player's reply. */
    replied: ofMember('replied', ['open']),
    denied: ofMember('denied', ['open']),
    assigned: ofMember('assigned', ['open', 'pending']),
    woken: ofMember('woken', ['open']),
    /** Began to wait, as the queue shows it. */
    waiting: ofMember('waiting', ['open']),
  };
};

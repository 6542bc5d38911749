import type { Executor } from './database.ts';
import { statement } from './statement.ts';
import { TICKET_EVENT_COLUMNS, type TicketEventRow } from './tables.ts';

/** Events of one ticket that are shown. */
const SHOWN = 200;

const insert = statement<{ [Column in keyof TicketEventRow]: TicketEventRow[Column] }>()((db, row) =>
  db.insertInto('ticket_event').values({
    player_id: row.player_id,
    ticket_id: row.ticket_id,
    event_id: row.event_id,
    kind: row.kind,
    from_value: row.from_value,
    to_value: row.to_value,
    actor_id: row.actor_id,
    actor_name: row.actor_name,
    created_at: row.created_at,
  }),
);

const newest = statement<{ playerId: string; ticketId: string }>()((db, { playerId, ticketId }) =>
  db
    .selectFrom('ticket_event')
    .select(TICKET_EVENT_COLUMNS)
    .where('player_id', '=', playerId)
    .where('ticket_id', '=', ticketId)
    .orderBy('event_id', 'desc')
    .limit(SHOWN),
);

/** What happened to tickets beside their messages. */
export const ticketEvents = (db: Executor) => ({
  add: (row: TicketEventRow) => db.run(insert, { ...row }),
  /** The newest, oldest first. */
  ofTicket: async (playerId: string, ticketId: string) => (await db.all(newest, { playerId, ticketId })).reverse(),
});

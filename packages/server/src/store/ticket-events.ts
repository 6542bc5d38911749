import type { TicketEventKind } from '@player-support/contract/enums';
import { MAX_TICKET_EVENTS } from '@player-support/contract/limits';
import { newId } from '../domain/ids.ts';
import type { Executor } from './database.ts';
import type { Author } from './messages.ts';
import { insertRow, selectRows } from './plain-statements.ts';
import { type TicketRow, ticketEventTable } from './tables.ts';

const insert = insertRow(ticketEventTable);

const newest = selectRows(ticketEventTable, ['player_id', 'ticket_id'], ['event_id desc'], MAX_TICKET_EVENTS);

interface NewTicketEvent {
  readonly ticket: Pick<TicketRow, 'player_id' | 'ticket_id'>;
  readonly kind: TicketEventKind;
  readonly from: string | null;
  readonly to: string | null;
  /** Null: a job of the server. */
  readonly actor: Author | null;
  readonly now: number;
}

export const ticketEvents = (db: Executor) => ({
  add: ({ ticket, kind, from, to, actor, now }: NewTicketEvent) =>
    db.send(insert, {
      player_id: ticket.player_id,
      ticket_id: ticket.ticket_id,
      event_id: newId('ticketEvent', now),
      kind,
      from_value: from,
      to_value: to,
      actor_id: actor?.id ?? null,
      actor_name: actor?.name ?? null,
      created_at: now,
    }),
  /** The newest, in the order oldest first. */
  ofTicket: async (playerId: string, ticketId: string) =>
    (await db.all(newest, { player_id: playerId, ticket_id: ticketId })).reverse(),
});

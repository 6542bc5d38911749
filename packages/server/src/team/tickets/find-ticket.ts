import { type Access, canAccessProject } from '../../domain/access.ts';
import { playerOfTicket } from '../../domain/ids.ts';
import { AppError } from '../../errors.ts';
import type { Transaction } from '../../store/store.ts';
import type { TicketRow } from '../../store/tables.ts';

/** Locks the player of a ticket, then reads the ticket. Undefined if the caller cannot see it. */
export async function lockTicketIfAny(
  { players, tickets }: Pick<Transaction, 'players' | 'tickets'>,
  caller: Access,
  ticketId: string,
): Promise<TicketRow | undefined> {
  const playerId = playerOfTicket(ticketId);
  const isLocked = playerId !== undefined && (await players.lock(playerId));
  const ticket = isLocked ? await tickets.byId(playerId, ticketId) : undefined;
  return ticket !== undefined && canAccessProject(caller, ticket.project_id) ? ticket : undefined;
}

/** Locks the player of a ticket, then reads the ticket. @throws AppError `not-found` */
export async function lockTicket(
  stores: Pick<Transaction, 'players' | 'tickets'>,
  caller: Access,
  ticketId: string,
): Promise<TicketRow> {
  const ticket = await lockTicketIfAny(stores, caller, ticketId);
  if (ticket === undefined) throw new AppError('not-found');
  return ticket;
}

/** A ticket and all its messages, including notes. @throws AppError `not-found` */
export async function findConversation({ tickets }: Pick<Transaction, 'tickets'>, caller: Access, ticketId: string) {
  const playerId = playerOfTicket(ticketId);
  const found = playerId === undefined ? undefined : await tickets.conversation(playerId, ticketId);
  if (found === undefined || !canAccessProject(caller, found.ticket.project_id)) throw new AppError('not-found');
  return found;
}

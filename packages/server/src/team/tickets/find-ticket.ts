import { type Access, mayEnter } from '../../domain/access.ts';
import { playerOfTicket } from '../../domain/ids.ts';
import { AppError } from '../../errors.ts';
import type { Transaction } from '../../store/store.ts';
import type { TicketRow } from '../../store/tables.ts';

/** A ticket by its id alone, to be changed in this transaction: its player is locked first. Undefined if there is none. */
export async function lockTicketIfAny(
  { players, tickets }: Pick<Transaction, 'players' | 'tickets'>,
  caller: Access,
  ticketId: string,
): Promise<TicketRow | undefined> {
  const playerId = playerOfTicket(ticketId);
  const known = playerId !== undefined && (await players.lock(playerId));
  const ticket = known ? await tickets.byId(playerId, ticketId) : undefined;
  return ticket !== undefined && mayEnter(caller, ticket.project_id) ? ticket : undefined;
}

/** The same where there must be one. @throws AppError `not-found` */
export async function lockTicket(
  stores: Pick<Transaction, 'players' | 'tickets'>,
  caller: Access,
  ticketId: string,
): Promise<TicketRow> {
  const ticket = await lockTicketIfAny(stores, caller, ticketId);
  if (ticket === undefined) throw new AppError('not-found');
  return ticket;
}

/** A ticket and all its messages, internal notes included. @throws AppError `not-found` */
export async function findConversation({ tickets }: Pick<Transaction, 'tickets'>, caller: Access, ticketId: string) {
  const playerId = playerOfTicket(ticketId);
  const found = playerId === undefined ? undefined : await tickets.conversation(playerId, ticketId, 'all');
  if (found === undefined || !mayEnter(caller, found.ticket.project_id)) throw new AppError('not-found');
  return found;
}

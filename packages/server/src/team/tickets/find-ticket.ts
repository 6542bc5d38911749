import type { TicketStatus } from '@player-support/contract/enums';
import { type Access, canAccessProject } from '../../domain/access.ts';
import { playerOfTicket } from '../../domain/ids.ts';
import { statusNotice } from '../../domain/ticket-transitions.ts';
import { AppError } from '../../errors.ts';
import type { Transaction } from '../../store/store.ts';
import type { TicketToChange } from '../../store/tickets.ts';

/**
 * Locks the player of a ticket, then reads the ticket. Undefined if the caller cannot see it.
 *
 * @param status the status that the ticket will get, if it may change
 */
export async function lockTicketIfAny(
  { players, tickets }: Pick<Transaction, 'players' | 'tickets'>,
  caller: Access,
  ticketId: string,
  status?: TicketStatus,
): Promise<TicketToChange | undefined> {
  const playerId = playerOfTicket(ticketId);
  const isLocked = playerId !== undefined && (await players.lock(playerId));
  const notice = status === undefined ? null : statusNotice(status);
  const ticket = isLocked ? await tickets.toChange(playerId, ticketId, notice) : undefined;
  return ticket !== undefined && canAccessProject(caller, ticket.project_id) ? ticket : undefined;
}

/** Like `lockTicketIfAny`. @throws AppError `not-found`, `ticket-held` */
export async function lockTicket(
  stores: Pick<Transaction, 'players' | 'tickets'>,
  caller: Access,
  ticketId: string,
  status?: TicketStatus,
): Promise<TicketToChange> {
  const ticket = await lockTicketIfAny(stores, caller, ticketId, status);
  if (ticket === undefined) throw new AppError('not-found');
  if (ticket.status === 'held') throw new AppError('ticket-held');
  return ticket;
}

/** A ticket and all its messages, including notes. @throws AppError `not-found` */
export async function findConversation({ tickets }: Pick<Transaction, 'tickets'>, caller: Access, ticketId: string) {
  const playerId = playerOfTicket(ticketId);
  const found = playerId === undefined ? undefined : await tickets.conversation(playerId, ticketId);
  if (found === undefined || !canAccessProject(caller, found.ticket.project_id)) throw new AppError('not-found');
  return found;
}

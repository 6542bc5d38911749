import { playerOfTicket } from '../domain/ids.ts';
import { AppError } from '../errors.ts';
import type { Transaction } from '../store/store.ts';
import type { PlayerRow, TicketRow } from '../store/tables.ts';

/** A ticket by its id alone. @throws AppError `not-found` */
export async function findTicket({ tickets }: Pick<Transaction, 'tickets'>, ticketId = ''): Promise<TicketRow> {
  const playerId = playerOfTicket(ticketId);
  const ticket = playerId === undefined ? undefined : await tickets.byId(playerId, ticketId);
  if (ticket === undefined) throw new AppError('not-found');
  return ticket;
}

/** A ticket and all its messages, internal notes included. @throws AppError `not-found` */
export async function findConversation({ tickets }: Pick<Transaction, 'tickets'>, ticketId = '') {
  const playerId = playerOfTicket(ticketId);
  const found = playerId === undefined ? undefined : await tickets.conversation(playerId, ticketId, 'all');
  if (found === undefined) throw new AppError('not-found');
  return found;
}

/** A player. @throws AppError `not-found` */
export async function findPlayer({ players }: Pick<Transaction, 'players'>, playerId = ''): Promise<PlayerRow> {
  const player = await players.byId(playerId);
  if (player === undefined) throw new AppError('not-found');
  return player;
}

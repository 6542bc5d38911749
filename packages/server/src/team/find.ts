import { playerOfTicket } from '../domain/ids.ts';
import { AppError } from '../errors.ts';
import type { Transaction } from '../store/store.ts';
import type { PlayerRow, TicketRow } from '../store/tables.ts';

/** A ticket by its id alone, to be changed in this transaction: its player is locked first. @throws AppError `not-found` */
export async function lockTicket(
  { players, tickets }: Pick<Transaction, 'players' | 'tickets'>,
  ticketId = '',
): Promise<TicketRow> {
  const playerId = playerOfTicket(ticketId);
  const known = playerId !== undefined && (await players.lock(playerId));
  const ticket = known ? await tickets.byId(playerId, ticketId) : undefined;
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

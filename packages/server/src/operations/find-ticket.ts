import type { TicketStatus } from '@player-support/contract/enums';
import { type Access, canAccessProject } from '../domain/access.ts';
import { playerOfTicket } from '../domain/ids.ts';
import { statusNotice } from '../domain/ticket-transitions.ts';
import { AppError } from '../errors.ts';
import type { Transaction } from '../store/store.ts';
import type { TicketRow } from '../store/tables.ts';
import type { TicketToChange } from '../store/tickets.ts';

type Stores = Pick<Transaction, 'players' | 'tickets' | 'playerMoves'>;

/** The player in the ticket's id keeps the receipts, also after the ticket moved. */
export const receiptKeeperOf = ({ ticket_id, player_id }: Pick<TicketRow, 'ticket_id' | 'player_id'>): string =>
  playerOfTicket(ticket_id) ?? player_id;

/** Reads from the player in the ticket's id. If the ticket moved, follows it to its new player. */
async function atOwner<T>(
  { playerMoves }: Pick<Stores, 'playerMoves'>,
  ticketId: string,
  read: (playerId: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  const first = playerOfTicket(ticketId);
  for (let playerId = first; first !== undefined && playerId !== undefined; ) {
    const found = await read(playerId);
    if (found !== undefined) return found;
    const owner = await playerMoves.owner(first, ticketId);
    if (owner === playerId) return undefined;
    playerId = owner;
  }
  return undefined;
}

export const findTicket = (stores: Omit<Stores, 'players'>, ticketId: string): Promise<TicketRow | undefined> =>
  atOwner(stores, ticketId, (playerId) => stores.tickets.byId(playerId, ticketId));

/** Throws AppError `not-found`, also if the caller cannot see it. */
export async function findVisibleTicket(stores: Omit<Stores, 'players'>, caller: Access, ticketId: string) {
  const ticket = await findTicket(stores, ticketId);
  if (ticket === undefined || !canAccessProject(caller, ticket.project_id)) throw new AppError('not-found');
  return ticket;
}

/**
 * Locks the ticket's player first. Undefined: the caller cannot see it. `noticeFor`: the status
 * whose notice texts come with the ticket.
 */
export async function lockTicketIfAny(
  stores: Stores,
  caller: Access,
  ticketId: string,
  noticeFor?: TicketStatus,
): Promise<TicketToChange | undefined> {
  const notice = noticeFor === undefined ? null : statusNotice(noticeFor);
  const ticket = await atOwner(stores, ticketId, async (playerId) => {
    await stores.players.lockOnly(playerId);
    return stores.tickets.toChange(playerId, ticketId, notice);
  });
  return ticket !== undefined && canAccessProject(caller, ticket.project_id) ? ticket : undefined;
}

/** Throws AppError `not-found`, `ticket-held`. */
export async function lockTicket(
  stores: Stores,
  caller: Access,
  ticketId: string,
  noticeFor?: TicketStatus,
): Promise<TicketToChange> {
  const ticket = await lockTicketIfAny(stores, caller, ticketId, noticeFor);
  if (ticket === undefined) throw new AppError('not-found');
  if (ticket.status === 'held') throw new AppError('ticket-held');
  return ticket;
}

/** All messages, including notes. Throws AppError `not-found`. */
export async function findConversation(stores: Omit<Stores, 'players'>, caller: Access, ticketId: string) {
  const found = await atOwner(stores, ticketId, (playerId) => stores.tickets.conversation(playerId, ticketId));
  if (found === undefined || !canAccessProject(caller, found.ticket.project_id)) throw new AppError('not-found');
  return found;
}

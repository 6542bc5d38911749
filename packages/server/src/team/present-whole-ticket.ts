import type { TeamTicketResponse } from '@player-support/contract/team';
import { shownContext } from '../domain/context.ts';
import type { Transaction } from '../store/store.ts';
import { findConversation, findPlayer } from './find.ts';
import { presentMessage, presentPlayer, presentTicket } from './present.ts';

/** A ticket with its player, the context at its creation and the whole conversation. @throws AppError `not-found` */
export async function wholeTicket(
  stores: Pick<Transaction, 'tickets' | 'players'>,
  ticketId: string | undefined,
): Promise<TeamTicketResponse> {
  const { ticket, messages } = await findConversation(stores, ticketId);
  const player = await findPlayer(stores, ticket.player_id);
  return {
    ...presentTicket(ticket),
    player: presentPlayer(player),
    context: shownContext(ticket.context),
    messages: messages.map(presentMessage),
  };
}

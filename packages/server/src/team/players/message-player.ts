import { DirectMessageRequest, DirectMessageResponse } from '@player-support/contract/team/players';
import type { Static } from 'typebox';
import { newId, newTicketId } from '../../domain/ids.ts';
import { afterTeamCreate } from '../../domain/ticket-transitions.ts';
import { iso } from '../../domain/time.ts';
import { AppError } from '../../errors.ts';
import { record } from '../../operations/audited.ts';
import { runIdempotently } from '../../operations/idempotency.ts';
import { makeRoomForTicket } from '../../operations/make-room-for-ticket.ts';
import { type Call, created, operation } from '../../operations/operation.ts';
import type { Transaction } from '../../store/store.ts';
import type { PlayerRow } from '../../store/tables.ts';
import { findPlayer } from './find-player.ts';

/** A default type, which games know. */
const TICKET_TYPE = 'other';

export const messagePlayer = operation({
  id: 'MessagePlayer',
  tag: 'Players',
  summary: 'Send a direct message to a player',
  description: 'It appears in the inbox of the player.',
  method: 'POST',
  url: '/api/v1/team/players/:playerId/messages',
  auth: 'team',
  role: 'agent',
  body: DirectMessageRequest,
  idempotent: true,
  audited: true,
  success: { status: 201, schema: DirectMessageResponse },

  async handle(call, { store, config, live }) {
    const { body, caller, params, now } = call;
    const { title, canReply = false } = body;
    let closedOthers = false;
    const { playerId, projectId, ticketId, text, repeated } = await store.transaction(async (tx) => {
      const player = await findPlayer(tx, caller, params.playerId, true);
      const { player_id: playerId, project_id: projectId } = player;
      const ticketId = canReply ? newTicketId(playerId, now) : null;
      const at = tx.inbox.nextTime(now, player.last_inbox_at);
      const messageId = newId('inboxMessage', at);
      const work = async () => {
        if (ticketId === null) await tx.players.recordInboxMessage(playerId, at);
        else closedOthers = await openTicket(tx, call, player, ticketId, at);
        await tx.inbox.add({ playerId, messageId, type: 'direct', ticketId, title, body: body.body, at });
        const ticketIds = ticketId === null ? undefined : [ticketId];
        await record(tx, call, { target: playerId, projectId, details: { messageId, ticketIds } });
      };
      // With the caller's id, so that two members can use the same Idempotency-Key.
      const path = `/api/v1/team/players/${params.playerId}/messages ${caller.id}`;
      const response = { id: messageId, ticketId, createdAt: iso(at) };
      const result = await runIdempotently({ call, config, keeper: params.playerId, path, response }, { tx, work });
      return { playerId, projectId, ticketId, ...result };
    });
    if (ticketId !== null && !repeated) live.ticketChanged(projectId, closedOthers ? null : ticketId);
    return created(`/api/v1/team/players/${playerId}`, text);
  },
});

/** Returns whether it closed others. Throws AppError `not-found` or `open-ticket-limit`. */
async function openTicket(
  tx: Transaction,
  { body, caller, now }: Call<'team', Static<typeof DirectMessageRequest>>,
  player: PlayerRow,
  ticketId: string,
  inboxAt: number,
): Promise<boolean> {
  const { title: subject, body: message } = body;
  const { player_id: playerId, project_id: projectId } = player;
  const { state, openTicketsChange } = afterTeamCreate(now);
  const locked = await tx.players.recordTeamTicket({ playerId, openTicketsChange, now, inboxAt });
  if (locked === undefined) throw new AppError('not-found');
  const closed = await makeRoomForTicket(tx, { playerId, openTickets: locked.open_tickets - openTicketsChange, now });
  if (closed === undefined) {
    const detail = 'The player has too many open tickets. Close one, or send the message without `canReply`.';
    throw new AppError('open-ticket-limit', { detail });
  }
  const row = {
    ...state,
    player_id: playerId,
    ticket_id: ticketId,
    project_id: projectId,
    type: TICKET_TYPE,
    subject,
    message_id: newId('message', now),
    message,
    context: locked.context,
    player_blocked: locked.blocked,
    // The caller gets the replies. Without an assignee the ticket would be in the unassigned view.
    assignee_id: caller.type === 'member' ? caller.id : null,
    created_at: now,
  };
  await tx.tickets.openByTeam(row, caller);
  return closed > 0;
}

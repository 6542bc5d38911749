import { DirectMessageRequest, DirectMessageResponse } from '@player-support/contract/team/players';
import { newId } from '../../domain/ids.ts';
import { iso } from '../../domain/time.ts';
import { operation } from '../../operations/operation.ts';
import { audited } from '../audit/audited.ts';
import { findPlayer } from './find-player.ts';

export const messagePlayer = operation({
  id: 'MessagePlayer',
  summary: 'Send a direct message to a player',
  description: 'It appears in the inbox of the player.',
  method: 'POST',
  url: '/api/v1/team/players/:playerId/messages',
  auth: 'team',
  role: 'agent',
  body: DirectMessageRequest,
  success: { status: 201, schema: DirectMessageResponse },

  async handle(call, { store }) {
    const { body, caller, params, now } = call;
    const messageId = newId('inboxMessage', now);
    const playerId = await audited(call, store, async (tx) => {
      const player = await findPlayer(tx, caller, params.playerId);
      const { player_id: target, project_id: projectId } = player;
      const { title, body: text } = body;
      await tx.players.addInboxMessage({ playerId: target, now });
      await tx.inbox.add({ playerId: target, messageId, type: 'direct', ticketId: null, title, body: text, now });
      return [target, { target, projectId, details: { messageId } }];
    });
    return {
      status: 201,
      body: { id: messageId, createdAt: iso(now) },
      headers: { location: `/api/v1/team/players/${playerId}` },
    };
  },
});

import { LinkedInstallationsResponse } from '@player-support/contract/team/identity';
import { parseContext } from '../../domain/context.ts';
import { isAccount } from '../../domain/ids.ts';
import { iso } from '../../domain/time.ts';
import { operation } from '../../operations/operation.ts';
import { findPlayer } from './find-player.ts';

export const listLinkedInstallations = operation({
  id: 'ListLinkedInstallations',
  tag: 'Players',
  summary: "List the installations of a player's account, and what the player got from others",
  method: 'GET',
  url: '/api/v1/team/players/:playerId/links',
  auth: 'team',
  role: 'viewer',
  success: { status: 200, schema: LinkedInstallationsResponse },

  async handle({ caller, params }, { store }) {
    const { player_id: playerId } = await findPlayer(store, caller, params.playerId);
    const links = isAccount(playerId) ? await store.playerLinks.withInstallations(playerId) : [];
    const installations = links.map(({ installation_id: id, created_at, context, last_seen_at }) => ({
      id,
      context: parseContext(context),
      linkedAt: iso(created_at),
      lastSeenAt: iso(last_seen_at ?? created_at),
    }));
    const moves = await store.recordedMoves.ofPlayer(playerId);
    const received = moves.map(({ installation_id: installationId, kind: by, tickets, created_at }) => ({
      installationId,
      by,
      tickets,
      at: iso(created_at),
    }));
    return { status: 200, body: { installations, received } };
  },
});

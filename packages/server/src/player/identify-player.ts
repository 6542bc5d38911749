import { IdentifyRequest, IdentifyResponse } from '@player-support/contract/player';
import { ProjectUnavailableResponse } from '@player-support/contract/problem';
import { serializeContext } from '../domain/context.ts';
import { playerOfInstallation } from '../domain/tokens.ts';
import { AppError, ProjectUnavailableError } from '../errors.ts';
import { countNewPlayer } from '../limits/flood-limits.ts';
import type { ContextWith } from '../operations/context.ts';
import { operation } from '../operations/operation.ts';
import type { IdentifyFields } from '../store/players.ts';
import type { PlayerLinkRow } from '../store/tables.ts';
import { newToken } from './new-token.ts';

export const identifyPlayer = operation({
  id: 'IdentifyPlayer',
  tag: 'Players',
  summary: 'Identify an installation',
  description: 'Creates or updates the player of this installation, and returns a new player access token.',
  method: 'POST',
  url: '/api/v1/player/identify',
  auth: 'none',
  addressLimit: 'identifyAddress',
  body: IdentifyRequest,
  needs: ['activePlayers', 'limits', 'projectCache', 'tokenTags'],
  success: { status: 200, schema: IdentifyResponse },
  failureSchemas: { 404: ProjectUnavailableResponse },

  async handle({ body, now, client }, service) {
    const { store, projectCache, limits, activePlayers } = service;
    const project = (await projectCache.byPublicKey(body.projectPublicKey))?.project;
    if (project === undefined) throw new ProjectUnavailableError('project_not_found');
    if (project.status !== 'active') throw new ProjectUnavailableError('project_disabled');

    const { project_id } = project;
    const id = playerOfInstallation(project.identity_salt, body.installationId);
    limits.consume('identify', id);

    const { response, stored } = await newToken(id, service, now);
    const fields = {
      session_id: body.sessionId ?? null,
      keepSessionId: body.sessionId === undefined ? 1 : 0,
      context: serializeContext(body.context),
      last_seen_at: now,
    } as const;
    const userId = { user_id: body.userId ?? null, keepUserId: body.userId === undefined ? 1 : 0 } as const;
    const noteActive = (playerId: string) => {
      if (fields.context === null) return;
      activePlayers.note({ player_id: playerId, project_id, context: fields.context }, now, { isNew: true });
    };
    const player = { player_id: id, project_id, ...userId, ...stored, ...fields };
    const found = await store.players.refresh(player);
    if (typeof found?.account_id === 'string') {
      const link = { player_id: found.account_id, installation_id: id };
      const body = await identifyLinked(link, fields, service);
      noteActive(found.account_id);
      return { status: 200, body };
    }
    if (found === undefined) {
      const refund = countNewPlayer(limits, { project, address: client().address });
      try {
        // Another request for the installation may have created the player.
        await store.players.identify(player);
      } catch (error) {
        refund();
        throw error;
      }
    }
    noteActive(id);
    return { status: 200, body: response };
  },
});

/**
 * A token of its account, which keeps its verified user id. Throws AppError `unavailable` if it was
 * unlinked meanwhile.
 */
async function identifyLinked(
  link: Pick<PlayerLinkRow, 'player_id' | 'installation_id'>,
  fields: Pick<IdentifyFields, 'session_id' | 'keepSessionId' | 'context' | 'last_seen_at'>,
  service: ContextWith<'tokenTags'>,
) {
  const { response, stored } = await newToken(link.player_id, service, fields.last_seen_at);
  if (!(await service.store.playerLinks.setToken({ ...link, ...stored }))) {
    throw new AppError('unavailable', { headers: { 'retry-after': '1' } });
  }
  await service.store.players.refreshAccount({ ...fields, player_id: link.player_id });
  return response;
}

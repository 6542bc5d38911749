import { IdentifyRequest, IdentifyResponse } from '@player-support/contract/player';
import { ProjectUnavailableResponse } from '@player-support/contract/problem';
import { serializeContext } from '../domain/context.ts';
import { iso, SECOND } from '../domain/time.ts';
import { hashSecret, newPlayerToken, playerOfInstallation } from '../domain/tokens.ts';
import { ProjectUnavailableError } from '../errors.ts';
import { countNewPlayer } from '../limits/flood-limits.ts';
import { operation } from '../operations/operation.ts';

export const identifyPlayer = operation({
  id: 'IdentifyPlayer',
  summary: 'Identify an installation',
  description: 'Creates or updates the player of this installation, and returns a new player access token.',
  method: 'POST',
  url: '/api/v1/player/identify',
  auth: 'none',
  addressLimit: 'identifyAddress',
  body: IdentifyRequest,
  success: { status: 200, schema: IdentifyResponse },
  failureSchemas: { 404: ProjectUnavailableResponse },

  async handle({ body, now, client }, { store, projectCache, limits, config, tokenTags }) {
    const project = (await projectCache.byPublicKey(body.projectPublicKey))?.project;
    if (project === undefined) throw new ProjectUnavailableError('project_not_found');
    if (project.status !== 'active') throw new ProjectUnavailableError('project_disabled');

    const id = playerOfInstallation(project.identity_salt, body.installationId);
    limits.consume('identify', id, now);

    const token = newPlayerToken(id, await tokenTags.key());
    const player = {
      playerId: id,
      projectId: project.project_id,
      tokenHash: hashSecret(token),
      tokenExpiresAt: now + config.tokenLifetimeSeconds * SECOND,
      userId: body.userId ?? null,
      keepUserId: body.userId === undefined ? 1 : 0,
      sessionId: body.sessionId ?? null,
      keepSessionId: body.sessionId === undefined ? 1 : 0,
      context: serializeContext(body.context),
      now,
    } as const;
    if (!(await store.players.refresh(player))) {
      const refund = countNewPlayer(limits, { project, address: client().address, now });
      try {
        // Another request for the same installation may have created the player by now.
        await store.players.identify(player);
      } catch (error) {
        refund();
        throw error;
      }
    }
    return { status: 200, body: { playerId: id, playerAccessToken: token, serverTime: iso(now) } };
  },
});

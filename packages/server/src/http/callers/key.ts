import { projectIdsOf } from '../../domain/access.ts';
import { endOf } from '../../domain/api-key.ts';
import { hashSecret, TEAM_KEY_PREFIX } from '../../domain/tokens.ts';
import type { TeamCaller } from '../../operations/callers.ts';
import { keyRefused } from '../../operations/unauthorized.ts';
import { noteRefusal } from '../request-log.ts';
import type { ApiRequest, Service } from '../service.ts';
import { bearerToken } from './player.ts';

/** Counts uses after the key's end. Throws AppError `unauthorized`. */
export async function authenticateKey(request: ApiRequest, service: Service, now: number): Promise<TeamCaller> {
  const key = bearerToken(request);
  const row = key.startsWith(TEAM_KEY_PREFIX) ? await service.store.apiKeys.byHash(hashSecret(key)) : undefined;
  if (row === undefined) throw keyRefused();
  const { api_key_id: id, responsible_id: responsibleId, inviter_id: inviterId, name, role, project_ids } = row;
  const reason = endOf(row, now);
  if (reason !== undefined) {
    noteRefusal(request, service, { actor: { type: 'api_key', id, name }, reason, now });
    throw keyRefused();
  }
  return { type: 'api_key', id, responsibleId, inviterId, name, role, projectIds: projectIdsOf(project_ids) };
}

import { MAX_GRANTS } from '@player-support/contract/limits';
import { CreateApiKeyRequest, CreatedApiKeyResponse } from '@player-support/contract/team/api-keys';
import { newApiKey } from '../../domain/api-key.ts';
import { iso, parseFutureTime } from '../../domain/time.ts';
import { AppError, invalid } from '../../errors.ts';
import { audited } from '../../operations/audited.ts';
import { created, operation } from '../../operations/operation.ts';
import { lockGrantor, requireCovered, requireProjects, withoutDuplicates } from '../grants.ts';
import { presentApiKey } from './present-api-key.ts';

export const createApiKey = operation({
  id: 'CreateApiKey',
  tag: 'API keys',
  summary: 'Create an API key',
  description: 'Only this response shows the secret key.',
  method: 'POST',
  url: '/api/v1/team/api-keys',
  auth: 'team',
  role: 'admin',
  body: CreateApiKeyRequest,
  audited: true,
  success: { status: 201, schema: CreatedApiKeyResponse },

  async handle(call, { store, live }) {
    const { body, caller, now } = call;
    const access = { role: body.role, projectIds: withoutDuplicates(body.projectIds) ?? null };
    const expiresAt = typeof body.expiresAt === 'string' ? parseFutureTime(body.expiresAt, now) : null;
    if (expiresAt === undefined) throw invalid('expiresAt', 'past-time');
    const { key, row } = newApiKey(body.name, now, access, { createdBy: caller.id, expiresAt });
    await audited(call, store, async (tx) => {
      const grantor = await lockGrantor(tx, caller, now);
      requireCovered(grantor, access);
      if (grantor.expiresAt !== null && (expiresAt === null || expiresAt > grantor.expiresAt)) {
        const detail = `Your API key expires at ${iso(grantor.expiresAt)}. Set expiresAt to that time or earlier.`;
        throw new AppError('forbidden', { detail });
      }
      await requireProjects(tx, access.projectIds);
      if ((await tx.apiKeys.countUsable(caller.responsibleId, now)) >= MAX_GRANTS) {
        throw invalid('name', 'too-many-api-keys', { max: MAX_GRANTS });
      }
      await tx.apiKeys.insert(row);
      return [undefined, { target: row.api_key_id, details: { role: access.role, projectIds: access.projectIds } }];
    });
    live.settingsChanged('api-keys');
    const apiKey = presentApiKey({ ...row, revoked_at: null, last_used_at: null, suspended_at: null });
    return created(`/api/v1/team/api-keys/${row.api_key_id}`, { apiKey, key });
  },
});

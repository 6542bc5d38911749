import { ApiKeysResponse, CreateApiKeyRequest, CreatedApiKeyResponse } from '@player-support/contract/accounts';
import { covers } from '../../domain/access.ts';
import { newApiKey } from '../../domain/api-key.ts';
import { AppError } from '../../errors.ts';
import { operation } from '../../http/operation.ts';
import { problems } from '../../http/problem-schemas.ts';
import { audited } from '../audited.ts';
import { accessOf, requireCovered, requireProjects, withoutDoubles } from './handing-out.ts';
import { presentApiKey } from './present.ts';

const URL = '/api/v1/team/api-keys';

export const listApiKeys = operation({
  id: 'ListApiKeys',
  summary: 'List the API keys that one could have made oneself, oldest first',
  method: 'GET',
  url: URL,
  auth: 'team',
  role: 'admin',
  success: { status: 200, schema: ApiKeysResponse },
  failures: problems(401, 403, 429),

  async handle({ caller }, { store }) {
    const rows = await store.apiKeys.list();
    return { status: 200, body: { apiKeys: rows.filter((row) => covers(caller, accessOf(row))).map(presentApiKey) } };
  },
});

export const createApiKey = operation({
  id: 'CreateApiKey',
  summary: 'Create a key of the team API; it is shown only this once',
  method: 'POST',
  url: URL,
  auth: 'team',
  role: 'admin',
  body: CreateApiKeyRequest,
  success: { status: 201, schema: CreatedApiKeyResponse },
  failures: problems(400, 401, 403, 429),

  async handle(call, { store }) {
    const { body, caller, now } = call;
    const access = { role: body.role, projectIds: withoutDoubles(body.projectIds) ?? null };
    requireCovered(caller, access);
    const { key, row } = newApiKey(body.name, now, access);
    await audited(call, store, async (tx) => {
      await requireProjects(tx, access.projectIds);
      await tx.apiKeys.insert(row);
      return [undefined, { target: row.api_key_id, details: { role: access.role, projectIds: access.projectIds } }];
    });
    return {
      status: 201,
      body: { apiKey: presentApiKey({ ...row, revoked_at: null, last_used_at: null, suspended_at: null }), key },
      headers: { location: `${URL}/${row.api_key_id}` },
    };
  },
});

export const deleteApiKey = operation({
  id: 'DeleteApiKey',
  summary: 'Refuse an API key from now on',
  method: 'DELETE',
  url: `${URL}/:apiKeyId`,
  auth: 'team',
  role: 'admin',
  success: { status: 204 },
  failures: problems(401, 403, 404, 429),

  async handle(call, { store, live }) {
    const { caller, now, params } = call;
    const { apiKeyId: target = '' } = params;
    await audited(call, store, async (tx) => {
      const key = await tx.apiKeys.byId(target);
      if (key === undefined || !covers(caller, accessOf(key))) throw new AppError('not-found');
      if (!(await tx.apiKeys.revoke(target, now))) throw new AppError('not-found');
      return [undefined, { target }];
    });
    live.accessChanged();
    return { status: 204 };
  },
});

import {
  ApiKeysResponse,
  CreateApiKeyRequest,
  CreatedApiKeyResponse,
  TakeOverApiKeysRequest,
} from '@player-support/contract/accounts';
import { covers } from '../../domain/access.ts';
import { newApiKey } from '../../domain/api-key.ts';
import { iso, parseFutureTime } from '../../domain/time.ts';
import { AppError } from '../../errors.ts';
import { operation } from '../../http/operation.ts';
import { problems } from '../../http/problem-schemas.ts';
import type { ApiKeyRow } from '../../store/tables.ts';
import { audited } from '../audited.ts';
import { accessOf, lockGrantor, requireCovered, requireProjects, withoutDuplicates } from './grants.ts';
import { presentApiKey } from './present.ts';
import { revokeGrantsOf } from './revoke-grants.ts';

const URL = '/api/v1/team/api-keys';

export const listApiKeys = operation({
  id: 'ListApiKeys',
  summary: 'List the API keys that you could create yourself, oldest first',
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

  async handle(call, { store, live }) {
    const { body, caller, now } = call;
    const access = { role: body.role, projectIds: withoutDuplicates(body.projectIds) ?? null };
    const expiresAt = body.expiresAt === undefined || body.expiresAt === null ? null : expiryOf(body.expiresAt, now);
    const { key, row } = newApiKey(body.name, now, access, { createdBy: caller.id, expiresAt });
    await audited(call, store, async (tx) => {
      const grantor = await lockGrantor(tx, caller, now);
      requireCovered(grantor, access);
      if (grantor.expiresAt !== null && (expiresAt === null || expiresAt > grantor.expiresAt)) {
        const detail = `This key expires at ${iso(grantor.expiresAt)}. Set expiresAt to then or earlier.`;
        throw new AppError('forbidden', { detail });
      }
      await requireProjects(tx, access.projectIds);
      await tx.apiKeys.insert(row);
      return [undefined, { target: row.api_key_id, details: { role: access.role, projectIds: access.projectIds } }];
    });
    live.settingsChanged('api-keys');
    return {
      status: 201,
      body: { apiKey: presentApiKey({ ...row, revoked_at: null, last_used_at: null, suspended_at: null }), key },
      headers: { location: `${URL}/${row.api_key_id}` },
    };
  },
});

/** @throws AppError `validation` if it is not in the future */
function expiryOf(dateTime: string, now: number): number {
  const time = parseFutureTime(dateTime, now);
  if (time !== undefined) return time;
  throw new AppError('validation', { errors: { expiresAt: ['Must be in the future.'] } });
}

export const deleteApiKey = operation({
  id: 'DeleteApiKey',
  summary: 'Revoke an API key, delete the invitations that it created and suspend the keys that it created',
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
      await revokeGrantsOf(tx, target, now);
      return [undefined, { target }];
    });
    live.accessChanged();
    live.settingsChanged('api-keys');
    live.settingsChanged('members');
    return { status: 204 };
  },
});

export const takeOverApiKeys = operation({
  id: 'TakeOverApiKeys',
  summary: 'Take over suspended API keys, all of them or none',
  method: 'POST',
  url: `${URL}/take-over`,
  auth: 'team',
  membersOnly: true,
  role: 'admin',
  body: TakeOverApiKeysRequest,
  success: { status: 200, schema: ApiKeysResponse },
  failures: problems(400, 401, 403, 404, 409, 429),

  async handle(call, { store, live }) {
    const { body, caller, now } = call;
    // In one order, so that two who take over the same keys do not wait for each other.
    const apiKeyIds = [...new Set(body.apiKeyIds)].sort();
    const taken = await audited(call, store, async (tx) => {
      const grantor = await lockGrantor(tx, caller, now);
      const keys: ApiKeyRow[] = [];
      for (const id of apiKeyIds) {
        const key = await tx.apiKeys.lock(id);
        if (key === undefined || !covers(grantor, accessOf(key)))
          throw new AppError('not-found', { detail: noKey(id) });
        if (key.suspended_at === null || key.revoked_at !== null) {
          throw new AppError('key-not-suspended', { detail: `${id} is not suspended, or was revoked.` });
        }
        keys.push({ ...key, created_by: caller.id, suspended_at: null });
      }
      const own = new Set(await tx.apiKeys.keysCreatedBy(caller.id));
      if (apiKeyIds.some((id) => own.has(id))) {
        const detail = 'You created one of these keys, or the key that created it. Another member must take it over.';
        throw new AppError('forbidden', { detail });
      }
      for (const id of apiKeyIds) {
        await tx.apiKeys.passToCreator(id);
        await tx.apiKeys.takeOver(id, caller.id);
      }
      return [keys, { details: { apiKeyIds } }];
    });
    live.settingsChanged('api-keys');
    return { status: 200, body: { apiKeys: taken.map(presentApiKey) } };
  },
});

const noKey = (id: string) => `There is no API key ${JSON.stringify(id)} that you can see.`;

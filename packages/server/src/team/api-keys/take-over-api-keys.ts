import { ApiKeysResponse, TakeOverApiKeysRequest } from '@player-support/contract/team/api-keys';
import { covers } from '../../domain/access.ts';
import { AppError } from '../../errors.ts';
import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import type { ApiKeyRow } from '../../store/tables.ts';
import { accessOf, lockGrantor } from '../grants.ts';
import { presentApiKey } from './present-api-key.ts';

export const takeOverApiKeys = operation({
  id: 'TakeOverApiKeys',
  tag: 'API keys',
  summary: 'Take over suspended API keys',
  description: 'The keys work again, and you become their creator. If one key cannot be taken over, none is.',
  method: 'POST',
  url: '/api/v1/team/api-keys/take-over',
  auth: 'team',
  membersOnly: true,
  role: 'admin',
  body: TakeOverApiKeysRequest,
  audited: true,
  success: { status: 200, schema: ApiKeysResponse },
  failures: [404, 409],

  async handle(call, { store, live }) {
    const { body, caller, now } = call;
    // Sorted, so that requests for the same keys do not deadlock.
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

const noKey = (id: string) => `There is no API key ${JSON.stringify(id)} that you can take over.`;

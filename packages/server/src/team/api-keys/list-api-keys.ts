import { ApiKeysResponse } from '@player-support/contract/team/api-keys';
import { covers } from '../../domain/access.ts';
import { operation } from '../../operations/operation.ts';
import { accessOf } from '../grants.ts';
import { presentApiKey } from './present-api-key.ts';

export const listApiKeys = operation({
  id: 'ListApiKeys',
  tag: 'API keys',
  summary: 'List API keys',
  description: 'Oldest first. Only API keys with no more access than you have.',
  method: 'GET',
  url: '/api/v1/team/api-keys',
  auth: 'team',
  role: 'admin',
  success: { status: 200, schema: ApiKeysResponse },

  async handle({ caller }, { store }) {
    const rows = await store.apiKeys.list();
    return { status: 200, body: { apiKeys: rows.filter((row) => covers(caller, accessOf(row))).map(presentApiKey) } };
  },
});

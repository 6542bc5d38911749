import assert from 'node:assert/strict';
import { deleteApiKey } from '../../../../src/team/api-keys/delete-api-key.ts';
import { team } from '../../../helpers/builders.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import type { RequestParts, TeamGiven } from '../../../helpers/operation/facts.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { anApiKey } from '../../../helpers/things.ts';

async function withKeysToSuspend({ server }: TeamGiven): Promise<RequestParts> {
  const access = { name: 'n', role: 'admin' };
  const { key, apiKey } = (await team(server, 'POST', '/api-keys', access)).body;
  const { status } = await server.call('POST', '/api/v1/team/api-keys', { token: key, body: access });
  assert.equal(status, 201);
  return { params: { apiKeyId: apiKey.id } };
}

testTeamOperation(deleteApiKey, {
  access: { role: 'admin', elsewhere: 404 },
  request: async ({ server, project }) => {
    const { id: apiKeyId, key } = await anApiKey(server, project);
    return { params: { apiKeyId }, ends: [{ authorization: `Bearer ${key}` }] };
  },
  statuses: {
    404: changed({ params: { apiKeyId: 'key_a' } }),
  },
  statements: { usual: 8, cases: { 'with API keys to suspend': [9, withKeysToSuspend] } },
  changeFeed: [settingsChange('api-keys'), settingsChange('members')],
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_KEYS_PER_TAKE_OVER } from '@player-support/contract/limits';
import { type ApiKeyResponse, TakeOverApiKeysRequest } from '@player-support/contract/team/api-keys';
import { keysToTakeOver } from '../../src/api-keys/suspended-keys.ts';

const THEN = '2026-01-01T12:00:00.000Z';

const aKey = (id: string, createdBy: string | null, fields: Partial<ApiKeyResponse> = {}): ApiKeyResponse => ({
  id,
  name: id,
  role: 'agent',
  projectIds: null,
  createdAt: THEN,
  createdBy,
  lastUsedAt: null,
  expiresAt: null,
  suspendedAt: THEN,
  revokedAt: null,
  ...fields,
});

const offered = (keys: readonly ApiKeyResponse[]) => keysToTakeOver(keys, 'mem_me').map(({ id }) => id);

test('suspended keys of others can be taken over; working and revoked keys cannot', () => {
  const keys = [
    aKey('suspended', 'mem_other'),
    aKey('working', 'mem_other', { suspendedAt: null }),
    aKey('revoked', 'mem_other', { revokedAt: THEN }),
    aKey('unknown creator', 'key_hidden'),
    aKey('operator', null),
  ];
  assert.deepEqual(offered(keys), ['suspended', 'unknown creator', 'operator']);
});

test('keys that the member created, directly or through keys, cannot', () => {
  const keys = [aKey('own', 'mem_me'), aKey('child', 'own'), aKey('grandchild', 'child'), aKey('other', 'mem_other')];
  assert.deepEqual(offered(keys), ['other']);
});

test('all are returned, also more than one request can take over', () => {
  const keys = Array.from({ length: MAX_KEYS_PER_TAKE_OVER + 1 }, (_none, index) => aKey(`${index}`, 'mem_other'));
  assert.equal(offered(keys).length, MAX_KEYS_PER_TAKE_OVER + 1);
});

test('one request takes over as many keys as the server accepts', () => {
  assert.partialDeepStrictEqual(TakeOverApiKeysRequest.properties.apiKeyIds, { maxItems: MAX_KEYS_PER_TAKE_OVER });
});

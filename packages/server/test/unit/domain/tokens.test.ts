import assert from 'node:assert/strict';
import crypto, { createHash, createHmac, randomBytes } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { mock, test } from 'node:test';
import { playerId } from '../../../src/domain/ids.ts';
import {
  hashSecret,
  isIssued,
  newPlayerToken,
  newPublicKey,
  newSecret,
  newTeamKey,
  playerOfInstallation,
  playerOfToken,
  sameHash,
} from '../../../src/domain/tokens.ts';

const PLAYER = playerOfInstallation('salt', 'installation-1');
const TAG_KEY = newSecret();
/** Where the token's random part begins. */
const SECRET = 'pat_'.length + 26;

/** Decodes a secret's bytes after its prefix. */
const bytesOf = (secret: string) => Buffer.from(secret.slice(4), 'base64url');

test('a player is the first 128 bits of an HMAC-SHA-256 of the installation id under the salt of the project', () => {
  const hmac = createHmac('sha256', 'salt').update('installation-1').digest();
  assert.equal(PLAYER, playerId(hmac.subarray(0, 16)));
  assert.equal(playerOfInstallation('salt', 'installation-1'), PLAYER);
  assert.notEqual(playerOfInstallation('salt', 'installation-2'), PLAYER);
  assert.notEqual(playerOfInstallation('another salt', 'installation-1'), PLAYER);
});

test('a player token starts with pat_, contains the id of its player and has at least 192 random bits', () => {
  const one = newPlayerToken(PLAYER, TAG_KEY);
  const other = newPlayerToken(PLAYER, TAG_KEY);
  assert.match(one, /^pat_[\w-]+$/);
  assert.equal(playerOfToken(one), PLAYER);
  assert.equal(one.slice(0, SECRET), other.slice(0, SECRET));
  assert.ok(Buffer.from(one.slice(SECRET), 'base64url').length >= 24);
});

test('every byte of the secret of a player token is random', () => {
  const secrets = Array.from({ length: 50 }, () =>
    Buffer.from(newPlayerToken(PLAYER, TAG_KEY).slice(SECRET), 'base64url'),
  );
  const length = secrets[0]?.length ?? 0;
  for (let index = 0; index < length; index++) {
    assert.ok(new Set(secrets.map((secret) => secret[index])).size > 10, `byte ${index}`);
  }
});

test('a token is recognized as issued by the service, with the same key only', () => {
  const token = newPlayerToken(PLAYER, TAG_KEY);
  assert.equal(isIssued(token, TAG_KEY), true);
  assert.equal(isIssued(token, newSecret()), false);
  const otherToken = newPlayerToken(playerOfInstallation('salt', 'installation-2'), TAG_KEY);
  const swapped = otherToken.slice(0, SECRET) + token.slice(SECRET);
  const forged = token.slice(0, SECRET) + randomBytes(32).toString('base64url');
  for (const other of ['', 'pat_', newTeamKey(), swapped, forged, `${token}a`, token.slice(0, -1)]) {
    assert.equal(isIssued(other, TAG_KEY), false, other);
  }
  // The last of 43 characters holds four bits of the secret and two unused ones.
  for (let at = SECRET; at < token.length - 1; at++) {
    const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    assert.equal(isIssued(changed, TAG_KEY), false, `character ${at}`);
  }
});

test('there is no player id in a text without the prefix and length of a player token', () => {
  const token = newPlayerToken(PLAYER, TAG_KEY);
  const malformed = ['', 'pat_', token.slice(4), token.slice(0, -1), `${token}a`, `${token}\n`, ` ${token}`];
  for (const text of [...malformed, token.replace('pat_', 'psk_'), newTeamKey()]) {
    assert.equal(playerOfToken(text), undefined, text);
  }
});

test('team keys, public keys and salts are random, and the keys have a prefix', () => {
  for (const [make, shape, bytes] of [
    [newTeamKey, /^psk_[\w-]+$/, 32],
    [newPublicKey, /^ppk_[\w-]+$/, 16],
  ] as const) {
    assert.match(make(), shape);
    assert.equal(bytesOf(make()).length, bytes);
    assert.notEqual(make(), make());
  }
  assert.ok(newPublicKey().length <= 80);
  assert.equal(Buffer.from(newSecret(), 'base64url').length, 32);
  assert.notEqual(newSecret(), newSecret());
});

test('the hash of a secret is its SHA-256', () => {
  assert.equal(hashSecret('pat_abc'), createHash('sha256').update('pat_abc').digest('base64url'));
});

test('sameHash is true only for equal hashes', () => {
  assert.equal(sameHash(hashSecret('a'), hashSecret('a')), true);
  assert.equal(sameHash(hashSecret('a'), hashSecret('b')), false);
  assert.equal(sameHash(hashSecret('a'), ''), false);
  assert.equal(sameHash(hashSecret('a'), `${hashSecret('a')}x`), false);
});

test('two hashes are compared in constant time', () => {
  const compare = mock.method(crypto, 'timingSafeEqual');
  // The code's named imports follow the changed module.
  syncBuiltinESMExports();
  try {
    sameHash(hashSecret('a'), hashSecret('b'));
    assert.equal(compare.mock.callCount(), 1);
  } finally {
    compare.mock.restore();
    syncBuiltinESMExports();
  }
});

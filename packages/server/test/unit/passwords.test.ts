import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { test } from 'node:test';
import { createPasswords } from '../../src/team/session/passwords.ts';

const PASSWORD = 'a long enough password';
const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

// Test servers have quicker hashes (helpers/quick-passwords.ts).
test('a password is hashed by Argon2id with 19 MiB and two passes', async () => {
  const passwords = createPasswords(1);
  const stored = await passwords.hash(PASSWORD);
  const [, salt = '', hash] = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([^$]{22})\$([^$]{43})$/.exec(stored) ?? [];
  const nonce = Buffer.from(salt, 'base64');
  const parameters = { message: PASSWORD, nonce, memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
  assert.equal(hash, base64(argon2Sync('argon2id', parameters)));
  assert.equal(await passwords.verify(stored, PASSWORD), true);
  assert.equal(await passwords.verify(stored, 'another password'), false);
});

test('a hash with the parameters of an earlier release is still valid', async () => {
  const nonce = Buffer.from('0123456789abcdef');
  const parameters = { message: PASSWORD, nonce, memory: 64, passes: 3, parallelism: 2, tagLength: 16 };
  const stored = `$argon2id$v=19$m=64,t=3,p=2$${base64(nonce)}$${base64(argon2Sync('argon2id', parameters))}`;
  assert.equal(await createPasswords(1).verify(stored, PASSWORD), true);
  assert.equal(await createPasswords(1).verify(stored, 'another password'), false);
});

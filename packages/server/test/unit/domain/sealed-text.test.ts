import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isSealed,
  keyIdOf,
  newSecretKey,
  openText,
  parseSecretKey,
  sealText,
} from '../../../src/domain/sealed-text.ts';

const aKey = () => parseSecretKey(newSecretKey()) ?? assert.fail();

test('a sealed text opens with its key and at its place, and not otherwise', () => {
  const [key, other] = [aKey(), aKey()];
  for (const plain of ['', 'JBSWY3DPEHPK3PXP', 'https://hooks.example/ü/👍', 'x'.repeat(10_000)]) {
    const sealed = sealText(plain, 'here', key);
    assert.ok(isSealed(sealed));
    assert.equal(keyIdOf(sealed), key.id);
    assert.ok(plain === '' || !sealed.includes(plain));
    assert.equal(openText(sealed, 'here', key), plain);
    assert.equal(openText(sealed, 'there', key), undefined);
    assert.equal(openText(sealed, 'here', other), undefined);
    assert.notEqual(sealText(plain, 'here', key), sealed, 'the same text looks different each time');
  }
});

test('a changed or cut text does not open', () => {
  const key = aKey();
  const sealed = sealText('secret', 'here', key);
  const start = sealed.lastIndexOf(':') + 1;
  for (let at = start; at < sealed.length - 1; at++) {
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
    assert.equal(openText(changed, 'here', key), undefined, `changed at ${at}`);
    assert.equal(openText(sealed.slice(0, at), 'here', key), undefined, `cut at ${at}`);
  }
  for (const text of ['', 'secret', 'enc1:', `enc1:${key.id}:`, `enc2:${sealed.slice(5)}`]) {
    assert.equal(openText(text, 'here', key), undefined, text);
  }
});

test('a key is 32 bytes in base64 or base64url', () => {
  const bytes = Buffer.alloc(32, 0xfb);
  const key = parseSecretKey(bytes.toString('base64'));
  assert.deepEqual(key?.bytes, bytes);
  assert.equal(parseSecretKey(bytes.toString('base64url'))?.id, key?.id);
  assert.match(key?.id ?? '', /^[0-9a-f]{16}$/);
  const wrong = ['', 'x', bytes.toString('hex'), Buffer.alloc(31).toString('base64'), `${bytes.toString('base64')}=`];
  for (const text of wrong) assert.equal(parseSecretKey(text), undefined, text);
});

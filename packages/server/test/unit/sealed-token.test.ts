import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newSecret } from '../../src/domain/tokens.ts';
import { openToken, sealToken } from '../../src/team/oidc/sealed-token.ts';

test('only the session that a token was sealed for can open it', () => {
  const [own, other] = [newSecret(), newSecret()];
  const sealed = sealToken('refresh-Ä', own);
  assert.equal(openToken(sealed, own), 'refresh-Ä');
  assert.notEqual(sealToken('refresh-Ä', own), sealed, 'the same token never looks the same');
  assert.throws(() => openToken(sealed, other));
  for (const at of [0, 20, sealed.length - 2]) {
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
    assert.throws(() => openToken(changed, own), String(at));
  }
});

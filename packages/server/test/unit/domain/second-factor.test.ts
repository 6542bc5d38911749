import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consumeCode } from '../../../src/domain/second-factor.ts';
import { hashSecret } from '../../../src/domain/tokens.ts';

test('recovery codes of an earlier version, with I, L, O and U, still work once', () => {
  const recovery_codes = JSON.stringify([hashSecret('0ol1iu7q8v0000000000000000'), hashSecret('other')]);
  const member = { totp_secret: null, totp_step: null, recovery_codes };
  const used = consumeCode(member, '0OL1-iu7q-8v00-0000-0000-0000-00', 0);
  assert.deepEqual(used, { recovery_codes: JSON.stringify([hashSecret('other')]) });
  assert.equal(consumeCode({ ...member, ...used }, '0ol1iu7q8v0000000000000000', 0), undefined);
});

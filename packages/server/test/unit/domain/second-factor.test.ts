import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeWait, consumeCode } from '../../../src/domain/second-factor.ts';
import { hashSecret } from '../../../src/domain/tokens.ts';
import { START } from '../../helpers/harness.ts';

test('recovery codes of an earlier version, with I, L, O and U, still work once', () => {
  const recovery_codes = JSON.stringify([hashSecret('0ol1iu7q8v0000000000000000'), hashSecret('other')]);
  const member = { totp_secret: null, totp_step: null, recovery_codes };
  const used = consumeCode(member, '0OL1-iu7q-8v00-0000-0000-0000-00', 0);
  assert.deepEqual(used, { recovery_codes: JSON.stringify([hashSecret('other')]) });
  assert.equal(consumeCode({ ...member, ...used }, '0ol1iu7q8v0000000000000000', 0), undefined);
});

test('wrong codes make the next one wait, but not for a clock that was ahead', () => {
  const waitAfter = (wrong_codes: number, ago: number) =>
    codeWait({ wrong_codes, last_wrong_code_at: START - ago }, START);
  assert.deepEqual(
    [waitAfter(4, 0), waitAfter(5, 0), waitAfter(6, 0), waitAfter(99, 0)],
    [0, 60_000, 120_000, 3_600_000],
  );
  assert.deepEqual([waitAfter(5, 59_999), waitAfter(5, 60_000)], [1, 0]);
  // Clocks of nodes differ.
  assert.deepEqual([waitAfter(5, -10_000), waitAfter(5, -86_400_000)], [70_000, 0]);
});

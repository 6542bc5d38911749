import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startService } from '../../../client-conformance/src/service.ts';
import { SEED } from '../../../server/test/helpers/property.ts';
import { fastTime } from '../helpers/fast-time.ts';
import { runHistories, sdkCopies } from '../helpers/sequences.ts';

const ROUNDS = Math.ceil(Number(process.env.TEST_ROUNDS ?? 120) / 3);

fastTime(40, { waitsForOthers: true });
// Older browsers, pages without TLS and game engines have no locks.
Object.defineProperty(navigator, 'locks', { value: undefined });

test('without locks, two tabs with a lease lose and duplicate nothing, and each keeps its order', async (t: TestContext) => {
  const { failures, count } = await runHistories(t, await startService(t), ROUNDS, {
    copies: await sdkCopies(t),
    canCrash: false,
    locks: false,
    lease: true,
  });
  t.diagnostic(`${ROUNDS} histories from TEST_SEED=${SEED}: ${JSON.stringify(Object.fromEntries(count))}`);
  assert.deepEqual(failures, []);
});

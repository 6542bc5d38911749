import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { FAULTS } from '../../../client-conformance/src/fault-proxy.ts';
import { startService } from '../../../client-conformance/src/service.ts';
import { SEED } from '../../../server/test/helpers/property.ts';
import { fastTime } from '../helpers/fast-time.ts';
import { runHistories, sdkCopies } from '../helpers/sequences.ts';

const ROUNDS = Number(process.env.TEST_ROUNDS ?? 120);

fastTime(40, { waitsForOthers: true });
// The player's clock jumps by up to an hour both ways.
const now = Date.now.bind(Date);
Date.now = () => now() + (Math.random() < 0.5 ? 3_600_000 : -3_600_000);

/** Without these, histories would show nothing. */
const REQUIRED_EVENTS = ['create', 'reply', 'crash', 'rotation'];

suite('what a player writes', () => {
  test('arrives exactly once and in order, with any faults', async (t: TestContext) => {
    const { failures, count } = await runHistories(t, await startService(t), ROUNDS, {
      copies: await sdkCopies(t),
      canCrash: true,
      locks: true,
    });
    t.diagnostic(`${ROUNDS} histories from TEST_SEED=${SEED}: ${JSON.stringify(Object.fromEntries(count))}`);
    assert.deepEqual(failures, []);
    for (const event of REQUIRED_EVENTS) {
      assert.ok((count.get(event) ?? 0) > ROUNDS / 30, `too few: ${event}`);
    }
    // Each fault is one of thirty, so a few may be missing.
    const met = FAULTS.filter((fault) => (count.get(fault) ?? 0) > 0);
    assert.ok(met.length > FAULTS.length * 0.75, `too few faults: ${met.join(', ')}`);
  });

  for (const without of ['key', 'persistence'] as const) {
    test(`can be lost or duplicated without the ${without}, as the histories show`, async (t: TestContext) => {
      const { failures } = await runHistories(t, await startService(t), 60, {
        copies: await sdkCopies(t),
        canCrash: true,
        locks: true,
        without,
      });
      t.diagnostic(`failures in ${failures.length} of 60`);
      assert.ok(failures.length > 0);
      const expected = without === 'key' ? /duplicate|strictly/ : /lost|strictly/;
      assert.ok(
        failures.some((one) => expected.test(one)),
        failures.join('\n'),
      );
    });
  }
});

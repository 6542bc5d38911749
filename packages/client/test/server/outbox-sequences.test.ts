import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { fastTime } from '../helpers/fast-time.ts';
import { FAULTS } from '../helpers/fault-proxy.ts';
import { copies, play, SEED, startService } from '../helpers/sequences.ts';

const ROUNDS = Number(process.env.TEST_ROUNDS ?? 300);

fastTime(40);
// The player's clock is an hour off, and jumps.
const now = Date.now.bind(Date);
Date.now = () => now() + (Math.random() < 0.5 ? 3_600_000 : -3_600_000);

/** What must have happened for the histories to have been worth playing. */
const WORTH = ['create', 'reply', 'death', 'rotation', ...FAULTS];

suite('what a player writes', () => {
  test('is there exactly once and in order, whatever befalls it', async (t: TestContext) => {
    const { wrong, count } = await play(t, await startService(t), ROUNDS, {
      copies: await copies(t),
      harsh: true,
      locks: true,
    });
    t.diagnostic(`${ROUNDS} histories from TEST_SEED=${SEED}: ${JSON.stringify(Object.fromEntries(count))}`);
    assert.deepEqual(wrong, []);
    assert.equal(count.get('given up'), undefined);
    for (const what of WORTH) assert.ok((count.get(what) ?? 0) > ROUNDS / 30, `too little of: ${what}`);
  });

  for (const without of ['key', 'persistence'] as const) {
    test(`is not without ${without}: the histories show it`, async (t: TestContext) => {
      const { wrong } = await play(t, await startService(t), 60, {
        copies: await copies(t),
        harsh: true,
        locks: true,
        without,
      });
      t.diagnostic(`wrong in ${wrong.length} of 60`);
      assert.ok(wrong.length > 0);
      const how = without === 'key' ? /doubled|strictly/ : /lost|strictly/;
      assert.ok(
        wrong.some((one) => how.test(one)),
        wrong.join('\n'),
      );
    });
  }
});

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fastTime } from '../helpers/fast-time.ts';
import { copies, play, SEED, startService } from '../helpers/sequences.ts';

const ROUNDS = Math.ceil(Number(process.env.TEST_ROUNDS ?? 300) / 3);

fastTime(40);
// As in an older browser, on a page without TLS, and in game engines.
Object.defineProperty(navigator, 'locks', { value: undefined });

test('without locks two tabs that live lose and double nothing, and each keeps its order', async (t: TestContext) => {
  const { wrong, count } = await play(t, await startService(t), ROUNDS, {
    copies: await copies(t),
    harsh: false,
    locks: false,
  });
  t.diagnostic(`${ROUNDS} histories from TEST_SEED=${SEED}: ${JSON.stringify(Object.fromEntries(count))}`);
  assert.deepEqual(wrong, []);
});

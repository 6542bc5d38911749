import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConcurrencyLimiter } from '../../src/limits/concurrency-limiter.ts';

const LIMITS = { maxRunning: 1, maxQueued: 2, maxWaitMilliseconds: 1000, perTurn: false };

test('a request that waits for too long is refused, and takes no slot from those that wait behind it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const limiter = new ConcurrencyLimiter({ ...LIMITS, refusal: () => new Error('too late') });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const first = limiter.run('all', () => held);
  const late = limiter.run('all', async () => assert.fail('it was refused'));
  const refused = assert.rejects(late, { message: 'too late' });
  t.mock.timers.tick(500);
  const next = limiter.run('all', async () => 'next');
  await assert.rejects(
    limiter.run('all', async () => {}),
    { message: 'too late' },
    'only two may wait',
  );
  t.mock.timers.tick(500);
  await refused;
  release();
  await first;
  assert.equal(await next, 'next');
  // Its time is over too, but it has run.
  t.mock.timers.tick(1000);
  assert.equal(limiter.begin('all'), true);
});

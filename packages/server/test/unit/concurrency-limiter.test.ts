import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../src/errors.ts';
import { ConcurrencyLimiter } from '../../src/limits/concurrency-limiter.ts';

/** Why a request does not wait. Undefined: it waits. */
async function refusalOf(waiting: Promise<void>): Promise<string | undefined> {
  let code: string | undefined;
  waiting.catch((error: AppError) => {
    code = error.code;
  });
  await new Promise(setImmediate);
  return code;
}

test('each caller has its own limits of running and of waiting requests', async () => {
  const limiter = new ConcurrencyLimiter({ maxRunning: 2, maxQueued: 3, perTurn: false });
  assert.deepEqual([limiter.begin('a'), limiter.begin('a'), limiter.begin('a')], [true, true, false]);
  const began: number[] = [];
  const waiting = [1, 2, 3].map((one) => limiter.wait('a').then(() => began.push(one)));
  assert.equal(await refusalOf(limiter.wait('a')), 'rate-limited');
  assert.equal(limiter.begin('b'), true);

  limiter.end('a');
  await waiting[0];
  assert.deepEqual(began, [1]);
  assert.equal(limiter.begin('a'), false, 'the one that waited has the slot');
  const next = limiter.wait('a');
  assert.equal(await refusalOf(limiter.wait('a')), 'rate-limited');
  for (let count = 0; count < 3; count++) limiter.end('a');
  await Promise.all([...waiting, next]);
  assert.deepEqual(began, [1, 2, 3]);
  for (let count = 0; count < 2; count++) limiter.end('a');
  assert.deepEqual([limiter.begin('a'), limiter.begin('a'), limiter.begin('a')], [true, true, false]);
});

test('a request that fails releases its slot, and the error for one too many can be chosen', async () => {
  const refusal = () => new AppError('unavailable');
  const limiter = new ConcurrencyLimiter({ maxRunning: 1, maxQueued: 0, perTurn: false, refusal });
  await assert.rejects(
    limiter.run('a', () => Promise.reject(new Error('lost'))),
    /lost/,
  );
  const held = Promise.withResolvers<string>();
  const running = limiter.run('a', () => held.promise);
  await assert.rejects(
    limiter.run('a', async () => 'one too many'),
    { code: 'unavailable' },
  );
  held.resolve('done');
  assert.equal(await running, 'done');
});

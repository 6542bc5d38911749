import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../src/errors.ts';
import { createConcurrencyLimiter } from '../../src/limits/concurrency-limiter.ts';

/** Takes a slot. Undefined if the request still waits in the next turn. */
type Limiter = ReturnType<typeof createConcurrencyLimiter>;

async function enterNow(limiter: Limiter, key: string): Promise<Disposable | undefined> {
  return Promise.race([limiter.enter(key), new Promise<undefined>((resolve) => setImmediate(resolve, undefined))]);
}

const free = (slot: Disposable | undefined) => slot?.[Symbol.dispose]();

test('each caller has its own limits of running and of waiting requests', async () => {
  const limiter = createConcurrencyLimiter({ maxRunning: 2, maxQueued: 3, perTurn: false });
  const running = [await enterNow(limiter, 'a'), await enterNow(limiter, 'a')];
  assert.ok(running.every((slot) => slot !== undefined));
  const began: number[] = [];
  const waiting = [1, 2, 3].map((one) =>
    limiter.enter('a').then((slot) => {
      began.push(one);
      running.push(slot);
    }),
  );
  await assert.rejects(limiter.enter('a'), { code: 'rate-limited' });
  assert.ok(await enterNow(limiter, 'b'));

  free(running.shift());
  await waiting[0];
  assert.deepEqual(began, [1]);
  const next = limiter.enter('a').then((slot) => running.push(slot));
  await assert.rejects(limiter.enter('a'), { code: 'rate-limited' }, 'the one that waited has the slot');
  for (let count = 0; count < 3; count++) {
    free(running.shift());
    await new Promise(setImmediate);
  }
  await Promise.all([...waiting, next]);
  assert.deepEqual(began, [1, 2, 3]);
  for (const slot of running.splice(0)) free(slot);
  assert.ok((await enterNow(limiter, 'a')) && (await enterNow(limiter, 'a')));
  assert.equal(await enterNow(limiter, 'a'), undefined);
});

test('a slot is free at the end of its block, also after an error', async () => {
  const refusal = () => new AppError('unavailable');
  const limiter = createConcurrencyLimiter({ maxRunning: 1, maxQueued: 0, perTurn: false, refusal });
  const held = Promise.withResolvers<string>();
  const work = async () => {
    using _slot = await limiter.enter('a');
    return await held.promise;
  };
  const running = work();
  await assert.rejects(work(), { code: 'unavailable' }, 'one too many');
  held.reject(new Error('lost'));
  await assert.rejects(running, /lost/);
  assert.ok(await enterNow(limiter, 'a'));
});

test('with perTurn, a slot is free in the next turn', async () => {
  const limiter = createConcurrencyLimiter({ maxRunning: 1, maxQueued: 0, perTurn: true });
  free(await limiter.enter('a'));
  await assert.rejects(limiter.enter('a'), { code: 'rate-limited' });
  await new Promise(setImmediate);
  assert.ok(await enterNow(limiter, 'a'));
});

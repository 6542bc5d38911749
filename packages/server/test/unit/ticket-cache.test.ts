import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTicketCache } from '../../src/live/ticket-cache.ts';

/** They grow with each load. Also returns the cache's clock. */
function numbers() {
  const clock = { now: 0 };
  const cache = createTicketCache(() => clock.now);
  let loads = 0;
  return { cache, clock, read: (...projects: string[]) => cache.read('number', projects, async () => ++loads) };
}

test('a value is kept until a ticket of one of its projects changes', async () => {
  const { cache, read } = numbers();
  assert.equal(await read('a', 'b'), 1);
  assert.equal(await read('a', 'b'), 1);
  assert.equal(await read('a'), 2, 'other projects');
  assert.equal(await cache.read('text', ['a'], async () => 'one'), 'one', 'another value of the same project');
  cache.changed('c');
  assert.deepEqual([await read('a', 'b'), await read('a')], [1, 2]);
  cache.changed('b');
  assert.deepEqual([await read('a', 'b'), await read('a')], [3, 2]);
  cache.changed(undefined);
  assert.deepEqual([await read('a', 'b'), await read('a')], [4, 5]);
  assert.deepEqual([await read('a', 'b'), await read('a')], [4, 5]);
});

test('a value is kept for a second', async () => {
  const { clock, read } = numbers();
  assert.equal(await read('a'), 1);
  clock.now = 999;
  assert.equal(await read('a'), 1);
  clock.now = 1000;
  assert.equal(await read('a'), 2);
});

test('reads at the same time load once, but not with a change between them', async () => {
  const { cache, read } = numbers();
  const before = [read('a'), read('a')];
  cache.changed('a');
  const after = [read('a'), read('a')];
  assert.deepEqual(await Promise.all([...before, ...after]), [1, 1, 2, 2]);
  assert.equal(await read('a'), 2);
});

test('a failure is not kept', async () => {
  const { cache, read } = numbers();
  await assert.rejects(
    cache.read('number', ['a'], () => Promise.reject(new Error('full disk'))),
    /full disk/,
  );
  assert.equal(await read('a'), 1);
});

test('the cache is bounded', async () => {
  const { read } = numbers();
  await read('a');
  for (let index = 0; index < 49; index++) await read(`other ${index}`);
  assert.equal(await read('a'), 1);
  for (let index = 0; index < 100; index++) await read(`more ${index}`);
  assert.equal(await read('a'), 151);
});

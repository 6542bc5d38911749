import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Lock } from '@tus/server';
import { UploadLocks } from '../../src/attachments/upload-locks.ts';

/** `events` gets what happens. */
async function take(lock: Lock, name: string, events: string[]): Promise<void> {
  await lock.lock(new AbortController().signal, () => void events.push(`${name} shall end`));
  events.push(`${name} begins`);
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('requests for one upload run one after the other, and a new one ends the one that runs', async () => {
  const locks = new UploadLocks().of('ply_1');
  const [first, second, third] = [locks.newLock('a'), locks.newLock('a'), locks.newLock('a')];
  const events: string[] = [];
  await take(first, 'first', events);
  const others = [take(second, 'second', events)];
  await settled();
  others.push(take(third, 'third', events));
  await settled();
  assert.deepEqual(events.splice(0), ['first begins', 'first shall end', 'first shall end']);
  await first.unlock();
  await others[0];
  // Another one waits already.
  assert.deepEqual(events.splice(0).sort(), ['second begins', 'second shall end']);
  await second.unlock();
  await others[1];
  await third.unlock();
  assert.deepEqual(events.splice(0), ['third begins']);
  await take(locks.newLock('a'), 'fourth', events);
  assert.deepEqual(events, ['fourth begins']);
});

test('other uploads, and those of other players, do not wait', async () => {
  const locks = new UploadLocks();
  const events: string[] = [];
  await take(locks.of('ply_1').newLock('a'), 'one', events);
  await take(locks.of('ply_1').newLock('b'), 'two', events);
  await take(locks.of('ply_2').newLock('a'), 'three', events);
  assert.deepEqual(events, ['one begins', 'two begins', 'three begins']);
});

test('429: more than three requests wait', async () => {
  const locks = new UploadLocks().of('ply_1');
  const events: string[] = [];
  await take(locks.newLock('a'), 'one', events);
  for (let count = 0; count < 3; count++) void take(locks.newLock('a'), 'waiting', events);
  await settled();
  await assert.rejects(take(locks.newLock('a'), 'last', events), { code: 'rate-limited' });
  assert.ok(!events.includes('last begins'));
});

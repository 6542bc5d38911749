import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUploadSlots } from '../../src/attachments/upload-slots.ts';

const LEAST = 32_000 * 5;

function someSlots(uploadsAtOnce: number) {
  let now = 0;
  const slowUpload = { bytesPerSecond: 32_000, seconds: 5 };
  const slots = createUploadSlots({ uploadsAtOnce, slowUpload, slotSeconds: 20 }, () => now);
  const ended: string[] = [];
  /** Takes a slot, or waits for one. */
  const enter = (name: string, address: string | undefined, callerId = name) => {
    const body = { complete: false, socket: { bytesRead: 0 }, paused: false, isPaused: () => body.paused };
    void slots.enter({ callerId, address, body }).then((slot) => {
      slot.onSlow = () => ended.push(name);
    });
    return body;
  };
  /** Time passes in steps of a second. Returns who was ended. */
  const pass = async (seconds: number, step = 1) => {
    // By the next turn, each upload that may enter has its slot.
    await new Promise(setImmediate);
    for (let at = 0; at < seconds; at += step) {
      now += step * 1000;
      slots.review();
    }
    return ended.splice(0).sort();
  };
  return { enter, pass };
}

test('slow bodies are ended while others wait for a slot of all, and only then', async () => {
  const { enter, pass } = someSlots(4);
  const fast = enter('fast', 'a');
  const slow = enter('slow', 'a');
  const paused = enter('paused', 'b');
  const complete = enter('complete', 'b');
  paused.paused = true;
  complete.complete = true;
  assert.deepEqual(await pass(10), []);
  enter('waiting', 'c');
  fast.socket.bytesRead += LEAST;
  slow.socket.bytesRead += LEAST - 1;
  assert.deepEqual(await pass(5), ['slow']);
});

test('a body counts from its own slot on, and again in each window', async () => {
  const { enter, pass } = someSlots(2);
  const one = enter('one', 'a');
  assert.deepEqual(await pass(3), []);
  const other = enter('other', 'b');
  enter('waiting', 'c');
  assert.deepEqual(await pass(0), []);
  for (const body of [one, other]) body.socket.bytesRead = 3 * LEAST;
  assert.deepEqual(await pass(5), []);
  assert.deepEqual(await pass(2), ['one']);
  assert.deepEqual(await pass(3), ['other']);
});

test('who waits for a slot of one address, of the team or of the same caller ends only such bodies', async () => {
  const { enter, pass } = someSlots(2);
  enter('ofAddress', 'a');
  enter('waiting', 'a');
  enter('elsewhere', 'b');
  enter('ofTeam', undefined);
  assert.deepEqual(await pass(5), ['ofAddress']);
  enter('also ofTeam', undefined);
  enter('waiting team', undefined);
  assert.deepEqual(await pass(5), ['also ofTeam', 'ofAddress', 'ofTeam']);

  const own = someSlots(8);
  for (let count = 0; count < 3; count++) own.enter('own', 'a', 'one caller');
  assert.deepEqual(await own.pass(10), []);
});

test('a review that is late, as after a pause of this server, ends nothing', async () => {
  const { enter, pass } = someSlots(1);
  enter('slow', 'a');
  enter('waiting', 'b');
  assert.deepEqual(await pass(11, 11), []);
  assert.deepEqual(await pass(5), ['slow']);
});

test('a body above the floor is ended when it has held its slot for 20 seconds, while others wait', async () => {
  const { enter, pass } = someSlots(4);
  const bodies = ['one', 'two', 'complete', 'paused'].map((name) => enter(name, name));
  const [, , complete, paused] = bodies;
  /** Each brings 45 KB per second. */
  const go = async (seconds: number) => {
    const ended: string[] = [];
    for (let at = 0; at < seconds; at++) {
      for (const body of bodies) body.socket.bytesRead += 45_000;
      ended.push(...(await pass(1)));
    }
    return ended;
  };
  assert.deepEqual(await go(18), []);
  if (complete !== undefined) complete.complete = true;
  if (paused !== undefined) paused.paused = true;
  enter('waiting', 'elsewhere');
  assert.deepEqual(await go(1), []);
  assert.deepEqual(await go(1), ['one', 'two']);

  const alone = someSlots(1);
  const body = alone.enter('alone', 'a');
  for (let at = 0; at < 30; at++) {
    body.socket.bytesRead += 45_000;
    assert.deepEqual(await alone.pass(1), []);
  }
  alone.enter('waiting', 'b');
  assert.deepEqual(await alone.pass(1), ['alone'], 'also if nobody waited until then');
});

test('a pause of this server does not count as time in the slot', async () => {
  const { enter, pass } = someSlots(1);
  const body = enter('one', 'a');
  enter('waiting', 'b');
  assert.deepEqual(await pass(30, 30), []);
  body.socket.bytesRead += LEAST;
  assert.deepEqual(await pass(5), []);
});

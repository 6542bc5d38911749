import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UploadSlots } from '../../src/attachments/upload-slots.ts';

const LEAST = 32_000 * 5;

function someSlots(uploadsAtOnce: number) {
  let now = 0;
  const slots = new UploadSlots({ uploadsAtOnce, slowUpload: { bytesPerSecond: 32_000, seconds: 5 } }, () => now);
  const ended: string[] = [];
  /** Takes a slot, or waits for one. */
  const enter = (name: string, address: string | undefined, callerId = name) => {
    const body = { complete: false, socket: { bytesRead: 0 }, paused: false, isPaused: () => body.paused };
    void slots.enter({ callerId, address, body }).then((slot) => slot.onSlow(() => ended.push(name)));
    return body;
  };
  /** Time passes in steps of a second. Returns who was ended. */
  const pass = async (seconds: number, step = 1) => {
    // Whoever entered has its slot by the next turn.
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
  assert.deepEqual(await pass(20), []);
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

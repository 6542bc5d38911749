import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { sendFile } from '../../src/http/streams.ts';

/** Returns it, and how often the time limit closed its connection. */
function send(raw: EventEmitter & { readonly closed: boolean }, beforeLimit: () => void) {
  const file = Readable.from(['a']);
  let closings = 0;
  const response = Object.assign(raw, { destroy: () => void closings++ });
  // The cast: sendFile uses nothing else of a reply.
  sendFile(file, { raw: response, send: () => {} } as never, 1);
  beforeLimit();
  return { file, closings: () => closings };
}

for (const [when, isGone] of [
  ['before the file was opened', true],
  ['while it reads', false],
] as const) {
  test(`a client that is gone ${when}: the file is closed, and no timer is left`, (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const raw = Object.assign(new EventEmitter(), { closed: isGone });
    const { file, closings } = send(raw, () => isGone || raw.emit('close'));
    assert.equal(file.destroyed, true);
    t.mock.timers.tick(1000);
    assert.equal(closings(), 0);
  });
}

test('a client that reads too slowly loses its connection', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { closings } = send(Object.assign(new EventEmitter(), { closed: false }), () => {});
  t.mock.timers.tick(999);
  assert.equal(closings(), 0);
  t.mock.timers.tick(1);
  assert.equal(closings(), 1);
});

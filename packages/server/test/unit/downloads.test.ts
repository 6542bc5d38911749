import assert from 'node:assert/strict';
import { once } from 'node:events';
import { suite, test } from 'node:test';
import type { CountedCaller } from '../../src/domain/counted-caller.ts';
import { AppError } from '../../src/errors.ts';
import { Downloads } from '../../src/limits/downloads.ts';
import { countedKey, countedMember } from '../helpers/counted-callers.ts';

const empty = async function* () {};

/** Undefined: refused. */
function begun(downloads: Downloads, caller: string | CountedCaller) {
  try {
    return downloads.begin(typeof caller === 'string' ? countedMember(caller) : caller, empty);
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === 'rate-limited');
    assert.equal(error.headers['retry-after'], '10');
    return undefined;
  }
}

async function end(download: ReturnType<typeof begun>) {
  assert.ok(download);
  const closed = once(download, 'close');
  download.destroy();
  await closed;
}

suite('long results are sent', () => {
  test('to one caller two at a time, and to others at the same time', async () => {
    const downloads = new Downloads();
    const first = begun(downloads, 'a');
    assert.ok(begun(downloads, 'a'));
    assert.equal(begun(downloads, 'a'), undefined);
    assert.ok(begun(downloads, 'b'));
    await end(first);
    assert.ok(begun(downloads, 'a'));
    assert.equal(begun(downloads, 'a'), undefined);
  });

  test('to all keys of a member together two at a time, with what the member takes; the member always gets its own', async () => {
    const downloads = new Downloads();
    const member = begun(downloads, 'a');
    const key = begun(downloads, countedKey('a'));
    assert.ok(key);
    assert.equal(begun(downloads, countedKey('a')), undefined);
    assert.ok(begun(downloads, countedKey('b')), 'another member has keys of its own');
    await end(member);
    assert.ok(begun(downloads, countedKey('a')));
    assert.ok(begun(downloads, 'a'), 'keys take nothing from their member');
    await end(key);
    assert.equal(begun(downloads, countedKey('a')), undefined);
  });

  test('to all callers twenty at a time, two of them kept for owners, also after many that have ended', async () => {
    const downloads = new Downloads();
    for (let count = 0; count < 50; count++) await end(begun(downloads, 'a'));
    const open = Array.from({ length: 18 }, (_, index) => begun(downloads, `caller ${index}`));
    assert.ok(open.every((one) => one !== undefined));
    assert.equal(begun(downloads, 'b'), undefined);
    assert.equal(begun(downloads, { ...countedKey('b'), role: 'owner' }), undefined, 'an owner is a person');
    const owner = countedMember('owner', 'owner');
    const [first] = [begun(downloads, owner), begun(downloads, owner)];
    assert.ok(first);
    assert.equal(begun(downloads, countedMember('other owner', 'owner')), undefined);
    await end(first);
    await end(open[7]);
    assert.equal(begun(downloads, 'b'), undefined);
    await end(open[8]);
    assert.ok(begun(downloads, 'b'));
    assert.equal(begun(downloads, 'c'), undefined);
  });

  test('to an admin and everybody they invited, ten at a time', () => {
    const downloads = new Downloads();
    const invited = (id: string) => countedMember(id, 'admin', 'a');
    for (let member = 0; member < 5; member++) {
      for (let count = 0; count < 2; count++) assert.ok(begun(downloads, invited(`member ${member}`)));
    }
    assert.equal(begun(downloads, invited('sixth')), undefined);
    for (const caller of [countedMember('a'), countedKey('a')]) assert.equal(begun(downloads, caller), undefined);
    assert.ok(begun(downloads, countedMember('sixth', 'owner', 'a')));
    for (let count = 0; count < 7; count++) assert.ok(begun(downloads, `other ${count}`));
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { suite, test } from 'node:test';
import { AppError } from '../../src/errors.ts';
import { Downloads } from '../../src/limits/downloads.ts';

const empty = async function* () {};

/** Undefined: refused. */
function begun(downloads: Downloads, caller: string) {
  try {
    return downloads.begin(caller, empty);
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

  test('to all callers twenty at a time, also after many that have ended', async () => {
    const downloads = new Downloads();
    for (let count = 0; count < 50; count++) await end(begun(downloads, 'a'));
    const open = Array.from({ length: 20 }, (_, index) => begun(downloads, `caller ${index}`));
    assert.ok(open.every((one) => one !== undefined));
    assert.equal(begun(downloads, 'b'), undefined);
    await end(open[7]);
    assert.ok(begun(downloads, 'b'));
    assert.equal(begun(downloads, 'c'), undefined);
  });
});

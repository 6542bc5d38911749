import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { withProcessLock, withWebLock } from '../../src/locks.ts';

suite('work under a lock', () => {
  test('that fails runs once, and the caller gets its error', async () => {
    let runs = 0;
    const work = async () => {
      runs++;
      throw new Error('the storage is full');
    };
    await assert.rejects(withWebLock('fails', work), /the storage is full/);
    assert.equal(runs, 1);
  });

  test('runs once where locks are forbidden', async (t: TestContext) => {
    t.mock.method(navigator.locks, 'request', async () => {
      throw new DOMException('in a sandboxed frame', 'SecurityError');
    });
    let runs = 0;
    assert.equal(await withWebLock('forbidden', async () => ++runs), 1);
    assert.equal(runs, 1);
  });

  test('waits for earlier work with the same name, even if that fails', async () => {
    const done: string[] = [];
    const { promise: held, reject: fail } = Promise.withResolvers<void>();
    const first = withProcessLock('same', () => held);
    const second = withProcessLock('same', async () => void done.push('second'));
    await withProcessLock('other', async () => void done.push('other'));
    assert.deepEqual(done, ['other']);
    fail(new Error('the first one fails'));
    await assert.rejects(first, /the first one fails/);
    await second;
    assert.deepEqual(done, ['other', 'second']);
  });
});

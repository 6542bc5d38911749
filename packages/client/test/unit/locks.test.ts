import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { indexedDbStorage, type Storage, type WithLock, type Work } from '../../src/index.ts';
import { safeStorage } from '../../src/safe-storage.ts';
import { mapStorage } from '../helpers/fake-service.ts';

const lockOf = (storage: Storage) => safeStorage(storage, '', () => {}).withLock;
const { get, set } = mapStorage(new Map());

suite('work under a lock', () => {
  for (const [name, storage] of [
    ['of one process', mapStorage(new Map())],
    ['of Web Locks', { get, set, withLock: indexedDbStorage().withLock as WithLock }],
  ] as const) {
    test(`${name} that fails runs once, and the caller gets its error`, async () => {
      let runs = 0;
      const work = async () => {
        runs++;
        throw new Error('the storage is full');
      };
      await assert.rejects(lockOf(storage)('fails', work), /the storage is full/);
      assert.equal(runs, 1);
    });

    test(`${name} waits for earlier work with the same name, even if that fails`, async () => {
      const withLock = lockOf(storage);
      const done: string[] = [];
      const { promise: held, reject: fail } = Promise.withResolvers<void>();
      const first = withLock('same', () => held);
      const second = withLock('same', async () => void done.push('second'));
      await withLock('other', async () => void done.push('other'));
      assert.deepEqual(done, ['other']);
      fail(new Error('the first one fails'));
      await assert.rejects(first, /the first one fails/);
      await second;
      assert.deepEqual(done, ['other', 'second']);
    });
  }

  test('runs once if Web Locks are forbidden or missing', async (t: TestContext) => {
    const withLock = lockOf({ get, set, withLock: indexedDbStorage().withLock as WithLock });
    let runs = 0;
    t.mock.method(navigator.locks, 'request', async () => {
      throw new DOMException('in a sandboxed frame', 'SecurityError');
    });
    assert.equal(await withLock('forbidden', async () => ++runs), 1);
    const locks = Object.getOwnPropertyDescriptor(navigator, 'locks');
    Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
    t.after(() =>
      locks ? Object.defineProperty(navigator, 'locks', locks) : Reflect.deleteProperty(navigator, 'locks'),
    );
    assert.equal(await withLock('missing', async () => ++runs), 2);
  });

  test('runs once and returns its result, although the lock of the storage fails before or after it', async () => {
    /** A game's lock, with its own fields. */
    class Flaky {
      readonly get = get;
      readonly set = set;
      #calls = 0;
      async withLock<T>(_name: string, work: Work<T>): Promise<T> {
        this.#calls++;
        if (this.#calls === 1) throw new Error('busy');
        await work(() => {});
        throw new Error('the lock was lost');
      }
    }
    const withLock = lockOf(new Flaky());
    let runs = 0;
    assert.equal(await withLock('flaky', async () => ++runs), 1);
    assert.equal(await withLock('flaky', async () => ++runs), 2);
  });
});

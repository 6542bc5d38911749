import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyValueStore, Work } from '../../src/index.ts';
import { withLease } from '../../src/lease.ts';
import { fastTime } from '../helpers/fast-time.ts';
import { until } from '../helpers/until.ts';

fastTime(20);

/** Other processes share it. Each object is its own process. */
function shared(values: Map<string, string>): KeyValueStore & { writes: number } {
  return {
    writes: 0,
    get: (key) => values.get(key),
    set(key, value) {
      this.writes++;
      values.set(key, value);
    },
  };
}

function leaseOf(storage: KeyValueStore, name: string) {
  const { withLock } = withLease(storage);
  assert.ok(withLock);
  return <T>(work: Work<T>) => withLock(name, work);
}

suite('a lease', () => {
  test('is claimed once by a process alone, and given up after it', async () => {
    const values = new Map<string, string>();
    const storage = shared(values);
    const lease = leaseOf(storage, 'alone');
    for (let turn = 0; turn < 50; turn++) await lease(async (check) => check());
    assert.ok(storage.writes < 10, `${storage.writes}`);
    await until(() => values.get('alone:lease') === '');
  });

  test('separates processes, and none of them waits for ever', async () => {
    const values = new Map<string, string>();
    let inside = 0;
    let most = 0;
    await Promise.all(
      [1, 2, 3].map(async () => {
        const lease = leaseOf(shared(values), 'several');
        for (let turn = 0; turn < 5; turn++) {
          await lease(async () => {
            most = Math.max(most, ++inside);
            await sleep(2);
            inside--;
          });
        }
      }),
    );
    assert.equal(most, 1);
  });

  test('of a process that crashed is taken over', async () => {
    const values = new Map([['crashed:lease', 'of a process that crashed']]);
    const lease = leaseOf(shared(values), 'crashed');
    const began = performance.now();
    await lease(async (check) => check());
    assert.ok(performance.now() - began >= 3000);
  });

  test('is claimed although a read and a write fail once', async () => {
    const storage = shared(new Map());
    let inside = 0;
    let most = 0;
    const failsOnce = () => {
      const failing = new Set(['get', 'set']);
      const fail = (call: string) => {
        if (failing.delete(call)) throw new Error('busy');
      };
      return {
        get(key: string) {
          fail('get');
          return storage.get(key);
        },
        set(key: string, value: string) {
          fail('set');
          return storage.set(key, value);
        },
      };
    };
    await Promise.all(
      [1, 2].map(() =>
        leaseOf(
          failsOnce(),
          'busy',
        )(async () => {
          most = Math.max(most, ++inside);
          await sleep(30);
          inside--;
        }),
      ),
    );
    assert.equal(most, 1);
  });

  test('that is lost is claimed again, and its work runs again', async () => {
    const storage = shared(new Map());
    let isBroken = false;
    const lease = leaseOf(
      {
        get: (key) => storage.get(key),
        set(key, value) {
          if (isBroken) throw new Error('broken');
          return storage.set(key, value);
        },
      },
      'lost',
    );
    let runs = 0;
    await lease(async (check) => {
      isBroken = ++runs === 1;
      const began = performance.now();
      // Without a renewal it ends.
      while (isBroken && performance.now() - began < 4000) await sleep(10);
      isBroken = false;
      check();
    });
    assert.equal(runs, 2);
  });
});

import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Storage } from '../../src/index.ts';
import { leaseOf } from '../../src/lease.ts';
import { fastTime } from '../helpers/fast-time.ts';

fastTime(20);

/** A storage that other processes share. Each object is a process of its own. */
function shared(values: Map<string, string>): Storage & { writes: number } {
  return {
    writes: 0,
    get: (key) => values.get(key),
    set(key, value) {
      this.writes++;
      values.set(key, value);
    },
  };
}

suite('a lease', () => {
  test('is claimed once by a process alone, and given up after it', async () => {
    const values = new Map<string, string>();
    const storage = shared(values);
    const lease = leaseOf(storage, 'alone');
    assert.ok(lease);
    for (let turn = 0; turn < 50; turn++) assert.equal(await lease(async (isHeld) => isHeld()), true);
    assert.ok(storage.writes < 10, `${storage.writes}`);
    while (values.get('alone:lease') !== '') await sleep(1);
  });

  test('separates processes, and none of them waits for ever', async () => {
    const values = new Map<string, string>();
    let inside = 0;
    let most = 0;
    await Promise.all(
      [1, 2, 3].map(async () => {
        const lease = leaseOf(shared(values), 'several');
        assert.ok(lease);
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
    assert.equal(await lease?.(async (isHeld) => isHeld()), true);
    assert.ok(performance.now() - began >= 3000);
  });

  test('is not used where Web Locks or the process itself separate all users', (t: TestContext) => {
    const { get, set } = shared(new Map());
    for (const scope of ['memory', 'process', 'origin'] as const) {
      assert.equal(leaseOf({ get, set, scope }, 'x'), undefined);
    }
    const locks = Object.getOwnPropertyDescriptor(navigator, 'locks');
    Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
    t.after(() =>
      locks ? Object.defineProperty(navigator, 'locks', locks) : Reflect.deleteProperty(navigator, 'locks'),
    );
    assert.ok(leaseOf({ get, set, scope: 'origin' }, 'x'));
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeDue } from '../../src/jobs/work.ts';
import type { Store } from '../../src/store/store.ts';

/** On SQLite, everybody waits for a transaction. */
test('many due tickets are changed in several short transactions', async () => {
  const sizes: number[] = [];
  const transaction = async (work: (tx: object) => Promise<unknown>) => {
    let size = 0;
    const lockOnly = async () => void size++;
    const toChange = async () => undefined;
    const result = await work({ tryLock: async () => sizes.length < 4, players: { lockOnly }, tickets: { toChange } });
    sizes.push(size);
    return result;
  };
  // The casts: no ticket is due any more, so nothing else is used.
  const work = { store: { transaction } as unknown as Store, live: undefined as never, now: 1 };
  const due = Array.from({ length: 60 }, (_none, index) => ({ player_id: 'p', ticket_id: `t${index}` }));
  assert.equal(await changeDue(work, 'close', due, () => undefined), 0);
  assert.deepEqual(sizes, [25, 25, 10]);
  assert.equal(await changeDue(work, 'close', due, () => undefined), undefined, 'another node runs it');
});

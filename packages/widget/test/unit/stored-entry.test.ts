import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { OutboxEntry, PlayerSupport, Sending } from '@player-support/client';
import { storedEntry } from '../../src/stored-entry.ts';

/** `tell` sends an outbox event, and says what is known then. */
function waiting() {
  const listeners = new Set<(change: Partial<OutboxEntry>) => void>();
  const on = (_name: 'outbox', listener: (change: Partial<OutboxEntry>) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const { promise, reject } = Promise.withResolvers<unknown>();
  // The casts: the function uses only these members.
  const support = { on } as unknown as PlayerSupport;
  const sending: Sending<unknown> = Object.assign(promise, { entryId: 'own' });
  let outcome = 'waits';
  const ended = storedEntry(support, sending).then(
    (id) => {
      outcome = `has ${id}`;
    },
    ({ message }: Error) => {
      outcome = message;
    },
  );
  return {
    async tell(change: Partial<OutboxEntry>) {
      for (const listener of [...listeners]) listener({ id: 'own', isStored: false, state: 'queued', ...change });
      await Promise.resolve();
      return outcome;
    },
    async refuse() {
      reject(new Error('outbox-full'));
      await ended;
      return outcome;
    },
    listeners,
  };
}

suite('a text counts as stored', () => {
  test('when the device has stored it', async () => {
    const { tell, listeners } = waiting();
    assert.equal(await tell({}), 'waits');
    assert.equal(await tell({ state: 'sending' }), 'waits');
    assert.equal(await tell({ id: 'other', isStored: true }), 'waits');
    assert.equal(await tell({ isStored: true }), 'has own');
    assert.equal(listeners.size, 0);
  });

  test('when the server has it, also if the device could not store it', async () => {
    const { tell } = waiting();
    assert.equal(await tell({ state: 'sent' }), 'has own');
  });

  test('not if it was refused', async () => {
    const { refuse, listeners } = waiting();
    assert.equal(await refuse(), 'outbox-full');
    assert.equal(listeners.size, 0);
  });
});

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { changeProgress } from '../../src/data/outbox/change-progress.ts';
import { deliver, outcome } from '../../src/data/outbox/deliver.ts';
import type { ChangeEntry } from '../../src/data/outbox/entries.ts';
import { type Delivered, Outbox } from '../../src/data/outbox/outbox.ts';
import { MemoryStore } from '../../src/lib/storage.ts';

const aChange = (id: string, count: number): ChangeEntry => ({
  kind: 'change',
  ...{ id, subject: '', createdAt: 0, sendAt: 0, change: { status: 'resolved' } },
  ticketIds: Array.from({ length: count }, (_, index) => `t${index}`),
});
const way = { memberId: 'mem_1', keepalive: false };

/** `answer` gets each batch's number, from 1. */
function sizesOfBatches(t: TestContext, answer: (number: number) => Response): number[] {
  const sizes: number[] = [];
  t.mock.method(globalThis, 'fetch', async (_url: string, { body }: { body: string }) => {
    const { length } = JSON.parse(body).ticketIds as string[];
    const response = answer(sizes.push(length));
    return response.ok ? Response.json({ notFound: [`lost-${sizes.length}`], merged: [], notSnoozed: [] }) : response;
  });
  return sizes;
}
const busy = () => Response.json({ type: '/problems/unavailable' }, { status: 503 });

test('a change of many tickets goes on where it failed, and keeps all that the server said', async (t) => {
  const sizes = sizesOfBatches(t, (number) => (number === 2 ? busy() : Response.json({})));
  const entry = aChange('goes-on', 250);
  await assert.rejects(deliver(entry, way));
  assert.equal(changeProgress.of(entry.id).answers.length, 1);
  const { notFound, refused } = await deliver(entry, way);
  assert.deepEqual([sizes, notFound, refused], [[100, 100, 100, 50], ['lost-1', 'lost-3', 'lost-4'], []]);
  assert.equal(changeProgress.of(entry.id).answers.length, 0, 'nothing is kept');
});

test('a change that is stopped says what it did not send', async (t) => {
  const entry = aChange('stopped', 250);
  const sizes = sizesOfBatches(t, () => {
    changeProgress.stop(entry.id);
    return Response.json({});
  });
  const { refused, error } = await deliver(entry, way);
  assert.deepEqual([sizes, refused, error], [[100], entry.ticketIds.slice(100), undefined]);
});

test('a change that is stopped sends the batch again that the server may have', async (t) => {
  const entry = aChange('in-doubt', 250);
  const sizes = sizesOfBatches(t, (number) => (number === 2 ? busy() : Response.json({})));
  await assert.rejects(deliver(entry, way));
  assert.equal(changeProgress.stop(entry.id), 2);
  const { refused } = await deliver(entry, way);
  assert.deepEqual([sizes, refused], [[100, 100, 100], entry.ticketIds.slice(200)]);
});

const window = new EventTarget();
for (const name of ['addEventListener', 'removeEventListener'] as const) {
  Object.defineProperty(globalThis, name, { value: window[name].bind(window), configurable: true });
}

/** Sends a change of 5,000 tickets for half a minute. */
async function sendAll(t: TestContext, id: string, isOffline = false) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 });
  const outcomes: [Delivered, unknown?][] = [];
  const outbox = new Outbox({
    ...{ storage: new MemoryStore(), memberId: 'mem_1', isOffline: () => isOffline },
    prepare: async (one) => one,
    deliver: (one) => deliver(one, way),
    onSent: (_, result) => void outcomes.push([result]),
    onFailed: (one, error) => void outcomes.push([outcome(one as ChangeEntry, error), error]),
    onGone: () => undefined,
    onSignedOut: () => undefined,
    exclusively: (_, run) => run(),
  });
  outbox.start();
  const { createdAt: _, sendAt: __, ...entry } = aChange(id, 5000);
  outbox.add(entry);
  for (let seconds = 0; seconds < 30; seconds++) {
    t.mock.timers.tick(1000);
    for (let turns = 0; turns < 500; turns++) await turn();
  }
  outbox.stop();
  return { outbox, outcomes };
}
const broken = () => Response.json({ type: '/problems/internal' }, { status: 500 });

test('errors of single batches in a long change do not add up', async (t) => {
  const sizes = sizesOfBatches(t, (number) => ([10, 20, 30, 41].includes(number) ? broken() : Response.json({})));
  const { outcomes } = await sendAll(t, 'single-errors');
  assert.deepEqual([sizes.length, outcomes.map(([{ refused }]) => refused)], [54, [[]]]);
});

test('a long change that fails says what changed before, and keeps nothing', async (t) => {
  sizesOfBatches(t, (number) => (number > 41 ? broken() : Response.json({})));
  const { outcomes } = await sendAll(t, 'fails');
  assert.deepEqual(
    outcomes.map(([{ refused, notFound }]) => [refused?.length, notFound?.length]),
    [[900, 41]],
  );
  assert.equal(changeProgress.of('fails').answers.length, 0);
});

test('without a network a long change cannot be undone after a batch was answered', async (t) => {
  sizesOfBatches(t, (number) => {
    if (number > 10) throw new TypeError('Failed to fetch');
    return Response.json({});
  });
  const { outbox } = await sendAll(t, 'half', true);
  assert.deepEqual([changeProgress.of('half').answers.length, outbox.undo('half')], [10, undefined]);
});

test('while the page is being closed, no more is sent than a browser takes', async (t) => {
  const sizes = sizesOfBatches(t, () => Response.json({}));
  await deliver(aChange('closing', 5000), { ...way, keepalive: true });
  assert.equal(sizes.length, 10);
});

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { changeProgress } from '../../src/outbox/change-progress.ts';
import { deliver } from '../../src/outbox/deliver.ts';
import type { ChangeEntry } from '../../src/outbox/entries.ts';

const aChange = (id: string, count: number): ChangeEntry => ({
  kind: 'change',
  ...{ id, subject: '', createdAt: 0, sendAt: 0, change: { status: 'resolved' } },
  ticketIds: Array.from({ length: count }, (_, index) => `t${index}`),
});
const way = { memberId: 'mem_1', keepalive: false };

/** The sizes of the batches. `answer` gets the number of each, from 1. */
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

test('while the page is being closed, no more is sent than a browser takes', async (t) => {
  const sizes = sizesOfBatches(t, () => Response.json({}));
  await deliver(aChange('closing', 5000), { ...way, keepalive: true });
  assert.equal(sizes.length, 10);
});

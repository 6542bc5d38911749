import assert from 'node:assert/strict';
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freeBuffers } from '../../src/attachments/free-buffers.ts';

const MEGABYTES = 200;
const BUFFER_BYTES = 50_000;

/** Returns how many collections of young objects happened. */
async function collections(received: (bytes: number) => void): Promise<number> {
  let found = 0;
  const observer = new PerformanceObserver((list) => {
    // The cast: `gc` entries have this detail.
    const entries = list.getEntries() as (PerformanceEntry & { detail: { kind: number } })[];
    found += entries.filter(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MINOR).length;
  });
  observer.observe({ entryTypes: ['gc'] });
  for (let bytes = 0; bytes < MEGABYTES * 1_000_000; bytes += BUFFER_BYTES) {
    Buffer.alloc(BUFFER_BYTES, 1);
    received(BUFFER_BYTES);
    if (bytes % 1_000_000 === 0) await new Promise(setImmediate);
  }
  // The last entries come later.
  await sleep(1);
  observer.disconnect();
  return found;
}

test('buffers of received bytes are freed while they are young', async () => {
  const without = await collections(() => {});
  const found = await collections(freeBuffers);
  assert.ok(found >= MEGABYTES / 4, `${found} collections, ${without} without the function`);
  assert.ok(without < MEGABYTES / 4, `${without} collections without the function`);
});

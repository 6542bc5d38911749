import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Received bytes between two collections. Buffers that survive two become old. */
const INTERVAL_BYTES = 2_000_000;

type CollectGarbage = (options: { type: 'minor' }) => void;

let received = 0;
let collectGarbage: CollectGarbage | undefined;

/**
 * Frees the buffers of received bytes while they are young, which takes a millisecond. V8 collects
 * when its heap is full, but a buffer's bytes are outside of it, and only make it mark the whole
 * heap. Without this an upload costs twice the processor time and 50 MB more.
 */
export function freeBuffers(bytes: number): void {
  received += bytes;
  if (received < INTERVAL_BYTES) return;
  received = 0;
  collectGarbage ??= minorCollection();
  collectGarbage({ type: 'minor' });
}

/** V8 gives the function only to contexts made while the flag is on. */
function minorCollection(): CollectGarbage {
  setFlagsFromString('--expose-gc');
  // The cast: https://github.com/v8/v8/blob/main/src/extensions/gc-extension.h
  const collect = runInNewContext('gc') as CollectGarbage;
  setFlagsFromString('--no-expose-gc');
  return collect;
}

import { randomFillSync } from 'node:crypto';

const POOL = Buffer.alloc(8192);
let used = POOL.length;

/**
 * So many random bytes, at most 8,192, from a pool that the system fills: asking it each time costs more than all else
 * that makes an id. The bytes are valid until the next call.
 */
export function randomPart(length: number): Buffer {
  if (used + length > POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  const part = POOL.subarray(used, used + length);
  used += length;
  return part;
}

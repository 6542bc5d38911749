/**
 * Milliseconds of a monotonic clock if there is one, so that waits do not depend on the device's
 * time.
 */
export function now(): number {
  return globalThis.performance?.now() ?? Date.now();
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

const FIRST_WAIT_MS = 2000;
const MAX_WAIT_MS = 900_000;

/**
 * How long to wait after a number of failures in a row, in milliseconds. It doubles up to 15
 * minutes and is never shorter than the server asks for. It is random, so that clients which failed
 * together do not retry together.
 */
export function backOff(failures: number, retryAfterSeconds = 0): number {
  const longest = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures, 20));
  const shortest = Math.max(longest / 2, retryAfterSeconds * 1000);
  return shortest + Math.random() * Math.max(longest, shortest) * 0.5;
}

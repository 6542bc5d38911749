/** Milliseconds, monotonic if possible: waits must not depend on the device's time. */
export function now(): number {
  return (globalThis.performance ?? Date).now();
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

const FIRST_WAIT_MS = 2000;
const MAX_WAIT_MS = 900_000;

/**
 * Doubles up to 15 minutes, at least what the server asks for, in milliseconds. Random, so that
 * clients do not retry together.
 */
export function backOff(failures: number, retryAfterSeconds = 0): number {
  const longest = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
  const shortest = Math.max(longest / 2, retryAfterSeconds * 1000);
  return shortest + Math.random() * Math.max(longest, shortest) * 0.5;
}

/** Reads a response's time in milliseconds. Without a `Date`, the device's. */
export function timeOf(headers: Headers): number {
  return Date.parse(String(headers.get('date'))) || Date.now();
}

/** The server's last `Date`, and the monotonic clock since then. */
export interface ServerClock {
  learn(headers: Headers): void;
  /** False before the first response, and after a long sleep or a clock change. */
  isKnown(): boolean;
  /** Since 1970, as of the last response. */
  time(): number;
}

/**
 * A larger drift means that the device slept or its clock was set. Age limits have a day of
 * reserve.
 */
const MAX_DRIFT_MS = 43_200_000;

export function createServerClock(): ServerClock {
  let offset = 0;
  let deviceOffset = Number.NaN;
  return {
    learn(headers) {
      deviceOffset = Date.now() - now();
      offset = timeOf(headers) - now();
    },
    isKnown: () => Math.abs(Date.now() - now() - deviceOffset) < MAX_DRIFT_MS,
    time: () => offset + now(),
  };
}

/**
 * Milliseconds of a monotonic clock if there is one, so that waits do not depend on the device's
 * time.
 */
export function now(): number {
  return (globalThis.performance ?? Date).now();
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
  const longest = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
  const shortest = Math.max(longest / 2, retryAfterSeconds * 1000);
  return shortest + Math.random() * Math.max(longest, shortest) * 0.5;
}

/** The time of a response in milliseconds. Without a `Date`, that of the device. */
export function timeOf(headers: Headers): number {
  return Date.parse(String(headers.get('date'))) || Date.now();
}

/** The server's clock: its last `Date`, and the monotonic clock since then. */
export interface ServerClock {
  /** Takes the time of a response. */
  learn(headers: Headers): void;
  /** False before the first response, and after the device slept long or its clock was set. */
  isKnown(): boolean;
  /** Milliseconds since 1970, as of the last response. */
  time(): number;
}

/**
 * If the device's time and the monotonic clock differ by more than this, the device slept or its
 * clock was set. The limits for ages have a day of reserve.
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

/** Milliseconds by a clock that nobody sets, where there is one: a wait must not depend on the player's. */
export function now(): number {
  return globalThis.performance?.now() ?? Date.now();
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * How long to wait after so many failures in a row, in milliseconds: doubling up to a quarter of an hour, never sooner than
 * the server asked for, and always spread, so that clients that failed together do not come back together.
 */
export function backOff(failures: number, retryAfterSeconds = 0): number {
  const longest = Math.min(900_000, 2000 * 2 ** Math.min(failures, 20));
  const least = Math.max(longest / 2, retryAfterSeconds * 1000);
  return least + Math.random() * Math.max(longest, least) * 0.5;
}

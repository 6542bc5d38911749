/**
 * Makes the timers and the monotonic clock of this process run faster by this factor. Timers of
 * five seconds and more are timeouts: they run only a tenth as fast, so that a busy machine does
 * not reach them. Timers imported from node:timers do not change.
 */
export function fastTime(factor: number): void {
  const { setTimeout } = globalThis;
  const began = performance.now();
  const now = performance.now.bind(performance);
  globalThis.setTimeout = ((then: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) =>
    setTimeout(then, milliseconds / (milliseconds < 5000 ? factor : factor / 10), ...args)) as typeof setTimeout;
  performance.now = () => began + (now() - began) * factor;
}

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

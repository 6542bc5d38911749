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

const { setTimeout } = globalThis;
const now = performance.now.bind(performance);
let factor = 1;
let isReplaced = false;
/** The real and the fast time of the last change of the factor. */
let changedAt = { real: 0, fast: 0 };

const fastNow = () => changedAt.fast + (now() - changedAt.real) * factor;

/**
 * Makes the timers and the monotonic clock of this process run faster by this factor. Timers of
 * five seconds and more are timeouts: they run only a tenth as fast, so that a busy machine does
 * not reach them. Timers imported from node:timers do not change.
 */
export function fastTime(newFactor: number): void {
  changedAt = { real: now(), fast: fastNow() };
  factor = newFactor;
  if (isReplaced) return;
  isReplaced = true;
  globalThis.setTimeout = ((then: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) => {
    const speed = milliseconds < 5000 ? factor : Math.max(1, factor / 10);
    return setTimeout(then, milliseconds / speed, ...args);
  }) as typeof setTimeout;
  performance.now = fastNow;
}

const { setInterval, clearTimeout } = globalThis;

const TIMEOUT_MS = 5000;
/** For timeouts that wait for something outside this process. */
const SLOWER_TIMEOUTS = 10;

/** A timer with the methods that Node itself calls. */
class FastTimer {
  readonly callback: () => void;
  readonly #milliseconds: number;
  dueAt = 0;
  keepsAlive = true;

  constructor(milliseconds: number, callback: () => void) {
    this.#milliseconds = milliseconds;
    this.callback = callback;
    this.refresh();
  }

  refresh(): this {
    this.dueAt = now + this.#milliseconds;
    waiting.add(this);
    updateTicks();
    return this;
  }

  ref(): this {
    this.keepsAlive = true;
    updateTicks();
    return this;
  }

  unref(): this {
    this.keepsAlive = false;
    updateTicks();
    return this;
  }
}

const waiting = new Set<FastTimer>();
let factor = 1;
let timeoutFactor = 1;
let now = performance.now();
let isFiring = false;
let ticks: NodeJS.Timeout | undefined;

/** They keep the process alive, unless their owner says no. */
function updateTicks(): void {
  if ([...waiting].some(({ keepsAlive }) => keepsAlive)) ticks?.ref();
  else ticks?.unref();
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

function nextUntil(time: number): FastTimer | undefined {
  const due = [...waiting].filter(({ dueAt }) => dueAt <= time);
  return due.sort((one, other) => one.dueAt - other.dueAt)[0];
}

async function tick(): Promise<void> {
  if (isFiring) return;
  isFiring = true;
  const end = now + factor;
  for (let timer = nextUntil(end); timer !== undefined; timer = nextUntil(end)) {
    now = Math.max(now, timer.dueAt);
    waiting.delete(timer);
    timer.callback();
    // What the callback began goes on before the next one.
    await turn();
  }
  now = end;
  updateTicks();
  isFiring = false;
}

/**
 * Speeds up timers and the monotonic clock, except node:timers. A stopped process loses no time.
 * `waitsForOthers`: timers of 5 s and more run a tenth as fast.
 */
export function fastTime(newFactor: number, { waitsForOthers = false } = {}): void {
  factor = newFactor;
  timeoutFactor = waitsForOthers ? Math.min(factor, SLOWER_TIMEOUTS) : 1;
  if (ticks !== undefined) return;
  ticks = setInterval(() => void tick(), 1).unref();
  const start = (then: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) => {
    const slower = milliseconds < TIMEOUT_MS ? 1 : timeoutFactor;
    return new FastTimer(milliseconds * slower, () => then(...args));
  };
  const clear = (timer: unknown) => {
    if (timer instanceof FastTimer) waiting.delete(timer);
    else clearTimeout(timer as Parameters<typeof clearTimeout>[0]);
  };
  // The SDK passes it only to clearTimeout, and Node uses FastTimer's methods.
  globalThis.setTimeout = start as unknown as typeof setTimeout;
  globalThis.clearTimeout = clear as typeof clearTimeout;
  performance.now = () => now;
}

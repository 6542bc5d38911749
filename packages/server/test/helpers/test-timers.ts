import type { Timers } from '../../src/timers.ts';

interface Timer {
  dueAt: number;
  readonly callback: () => void;
  /** Undefined: it fires once. */
  readonly interval?: number;
}

export interface TestTimers extends Timers {
  /** Fires what is due, in order. */
  pass(milliseconds: number): void;
}

/** `moveClock` gets the milliseconds before each callback and at the end. */
export function createTestTimers(moveClock: (milliseconds: number) => void): TestTimers {
  const timers = new Set<Timer>();
  let now = 0;

  function moveTo(time: number): void {
    moveClock(time - now);
    now = time;
  }

  function nextUntil(end: number): Timer | undefined {
    const due = [...timers].filter(({ dueAt }) => dueAt <= end);
    return due.sort((one, other) => one.dueAt - other.dueAt)[0];
  }

  return {
    after: (milliseconds, callback) => void timers.add({ dueAt: now + milliseconds, callback }),
    every(interval, callback) {
      const timer = { dueAt: now + interval, callback, interval };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pass(milliseconds) {
      const end = now + milliseconds;
      for (let timer = nextUntil(end); timer !== undefined; timer = nextUntil(end)) {
        moveTo(timer.dueAt);
        if (timer.interval === undefined) timers.delete(timer);
        else timer.dueAt += timer.interval;
        timer.callback();
      }
      moveTo(end);
    },
  };
}

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { nextStretch } from './domain/poll-pacing.ts';
import { SECOND } from './domain/time.ts';

const INTERVAL = 5 * SECOND;
const RESOLUTION = 20;

/** Watches how late the event loop runs, and says by how much polls should be stretched. */
export function watchLoad(): { stretch(): number; stop(): void } {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
  delays.enable();
  let stretch = 1;
  const timer = setInterval(() => {
    // The histogram holds the time between two ticks, in nanoseconds; the timer's own resolution is no delay.
    stretch = nextStretch(stretch, delays.mean / 1e6 - RESOLUTION);
    delays.reset();
  }, INTERVAL).unref();
  return {
    stretch: () => stretch,
    stop() {
      clearInterval(timer);
      delays.disable();
    },
  };
}

import { Listeners } from '../../lib/listeners.ts';
import type { Delivered } from './outbox.ts';

interface Progress {
  /** What the server said about the first batches. */
  readonly answers: readonly Delivered[];
  /** The number of batches that are sent, if the member has stopped it. */
  readonly stopsAfter?: number;
}

const NOTHING: Progress = { answers: [] };
const all = new Map<string, Progress>();
const listeners = new Listeners();

/** How far changes of many tickets are that this page sends, by entry. */
export const changeProgress = {
  subscribe: listeners.subscribe,
  of: (id: string): Progress => all.get(id) ?? NOTHING,
  answered(id: string, answer: Delivered): void {
    const { answers, ...others } = changeProgress.of(id);
    changeProgress.set(id, { ...others, answers: [...answers, answer] });
  },
  /**
   * Sends no further batch. The one that has begun is sent to its end, because the server may have
   * it. Returns the number of batches.
   */
  stop(id: string): number {
    const { answers } = changeProgress.of(id);
    const stopsAfter = answers.length + 1;
    changeProgress.set(id, { answers, stopsAfter });
    return stopsAfter;
  },
  set(id: string, progress: Progress): void {
    all.set(id, progress);
    listeners.notify();
  },
  end: (id: string) => all.delete(id),
};

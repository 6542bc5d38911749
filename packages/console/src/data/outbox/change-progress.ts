import { Listeners } from '../../lib/listeners.ts';
import type { Delivered } from './outbox.ts';

interface Progress {
  readonly answers: readonly Delivered[];
  /** Set if the member has stopped it: the number of batches that are sent. */
  readonly stopsAfter?: number;
}

const NOTHING: Progress = { answers: [] };
const all = new Map<string, Progress>();
const listeners = new Listeners();

export const changeProgress = {
  subscribe: listeners.subscribe,
  of: (id: string): Progress => all.get(id) ?? NOTHING,
  answered(id: string, answer: Delivered): void {
    const { answers, ...others } = changeProgress.of(id);
    changeProgress.set(id, { ...others, answers: [...answers, answer] });
  },
  /** Sends no further batch after the current one. Returns how many are sent. */
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

import { Listeners } from '../app/listeners.ts';
import type { Delivered } from './outbox.ts';

interface Progress {
  /** What the server said about the first batches. */
  readonly answers: readonly Delivered[];
  /** Whether the member has stopped it: no further batch is sent. */
  readonly isStopped: boolean;
}

const NOTHING: Progress = { answers: [], isStopped: false };
const all = new Map<string, Progress>();
const listeners = new Listeners();

/** How far changes of many tickets are that this page sends, by entry. */
export const changeProgress = {
  subscribe: listeners.subscribe,
  of: (id: string): Progress => all.get(id) ?? NOTHING,
  set(id: string, change: Partial<Progress>): void {
    all.set(id, { ...changeProgress.of(id), ...change });
    listeners.notify();
  },
  end: (id: string) => all.delete(id),
};

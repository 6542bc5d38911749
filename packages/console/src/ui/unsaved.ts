import { Listeners } from '../lib/listeners.ts';

/** Says whether input would be lost. */
type IsUnsaved = () => boolean;

const listeners = new Listeners();
const sources = new Set<IsUnsaved>();
let wish: (() => void) | undefined;

/** The dialogs and forms that can have unsaved input. */
export const unsavedSources = { subscribe: listeners.subscribe, areThereAny: () => sources.size > 0 };

/** Adds a dialog or form. The returned function removes it. */
export function addUnsavedSource(isUnsaved: IsUnsaved): () => void {
  sources.add(isUnsaved);
  listeners.notify();
  return () => {
    sources.delete(isUnsaved);
    listeners.notify();
  };
}

/** Whether leaving the page would lose input. */
export const isAnythingUnsaved = (): boolean => [...sources].some((isUnsaved) => isUnsaved());

/**
 * Calls `run`, after a question if input would be lost. A later call replaces the one that waits
 * for the answer.
 */
export function leave(run: () => void, isUnsaved: IsUnsaved = isAnythingUnsaved): void {
  if (isUnsaved()) {
    wish = run;
    listeners.notify();
  } else {
    run();
  }
}

/** What waits for the answer of the member. Undefined: there is no question. */
export const leaveQuestion = { subscribe: listeners.subscribe, get: () => wish };

/** The answer to the question. */
export function answerLeave(answer: 'discard' | 'stay'): void {
  const run = wish;
  wish = undefined;
  listeners.notify();
  if (answer === 'discard') run?.();
}

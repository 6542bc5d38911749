import { Listeners } from '../lib/listeners.ts';

type IsUnsaved = () => boolean;

const listeners = new Listeners();
const sources = new Set<IsUnsaved>();
let wish: (() => void) | undefined;

/** Dialogs and forms with possible input. */
export const unsavedSources = { subscribe: listeners.subscribe, areThereAny: () => sources.size > 0 };

/** The returned function removes it. */
export function addUnsavedSource(isUnsaved: IsUnsaved): () => void {
  sources.add(isUnsaved);
  listeners.notify();
  return () => {
    sources.delete(isUnsaved);
    listeners.notify();
  };
}

export const isAnythingUnsaved = (): boolean => [...sources].some((isUnsaved) => isUnsaved());

/** Calls `run`, after a question if input would be lost. Replaces a waiting call. */
export function leave(run: () => void, isUnsaved: IsUnsaved = isAnythingUnsaved): void {
  if (isUnsaved()) {
    wish = run;
    listeners.notify();
  } else {
    run();
  }
}

/** Undefined: no question. */
export const leaveQuestion = { subscribe: listeners.subscribe, get: () => wish };

export function answerLeave(answer: 'discard' | 'stay'): void {
  const run = wish;
  wish = undefined;
  listeners.notify();
  if (answer === 'discard') run?.();
}

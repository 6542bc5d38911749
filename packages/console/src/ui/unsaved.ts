import { Listeners } from '../app/listeners.ts';

/** Says whether input would be lost. */
type IsUnsaved = () => boolean;

const listeners = new Listeners();
const owners = new Set<IsUnsaved>();
let wish: (() => void) | undefined;

/** The dialogs and forms that can have unsaved input. */
export const unsavedOwners = { subscribe: listeners.subscribe, areThereAny: () => owners.size > 0 };

/** Adds a dialog or form. The returned function removes it. */
export function addOwner(isUnsaved: IsUnsaved): () => void {
  owners.add(isUnsaved);
  listeners.notify();
  return () => {
    owners.delete(isUnsaved);
    listeners.notify();
  };
}

/** Whether leaving the page would lose input. */
export const isAnythingUnsaved = (): boolean => [...owners].some((isUnsaved) => isUnsaved());

/**
 * Does it, after a question if input would be lost. If a question is open, this replaces what it is
 * about.
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

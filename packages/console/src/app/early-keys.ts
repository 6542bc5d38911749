import { areKeysHeld, isCharacter, keysDroppedAt, takesKeys } from '../ui/held-keys.ts';

/** Keys of one word follow each other within this time, even when a slow browser is busy. */
const WORD_MS = 1000;

/**
 * Ignores what is typed outside of fields before the page is ready, and the rest of such a word:
 * without this, the rest would run the shortcuts of the page that has appeared. The rest of a word
 * whose first keys were held and dropped is ignored too.
 *
 * @param isReady whether the page is shown that the address names
 */
export function ignoreEarlyKeys(isReady: () => boolean): void {
  // A key may have been pressed before this program started.
  let ignoredAt = navigator.userActivation?.hasBeenActive ? performance.now() : Number.NEGATIVE_INFINITY;
  const ignoreIfEarly = (event: KeyboardEvent) => {
    if (areKeysHeld() || !isCharacter(event) || takesKeys(event.target)) return;
    const isSameWord = event.timeStamp - Math.max(ignoredAt, keysDroppedAt()) < WORD_MS;
    if (isReady() && !isSameWord) return;
    ignoredAt = event.timeStamp;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('keydown', ignoreIfEarly, { capture: true });
}

import { areKeysHeld, isCharacter, keysDroppedAt, takesKeys } from '../ui/held-keys.ts';

/** Keys of one word follow each other within this time, even when a slow browser is busy. */
const WORD_MS = 1000;

/** Ignores the keys of words that began before the page was ready. Times are in milliseconds. */
export class EarlyWords {
  #ignoredAt: number;

  /** @param pressedAt when a key may have been pressed before this program began, or -Infinity */
  constructor(pressedAt: number) {
    this.#ignoredAt = pressedAt;
  }

  /**
   * @param at when the key was pressed
   * @param isReady whether the page is ready
   * @param droppedAt when keys of a word were held and dropped last, or -Infinity
   */
  ignores(at: number, isReady: boolean, droppedAt: number): boolean {
    const isSameWord = at - Math.max(this.#ignoredAt, droppedAt) < WORD_MS;
    if (isReady && !isSameWord) return false;
    this.#ignoredAt = at;
    return true;
  }
}

/**
 * Ignores what is typed outside of fields before the page is ready, and the rest of such a word:
 * without this, the rest would run the shortcuts of the page that has appeared. The rest of a word
 * whose first keys were held and dropped is ignored too.
 *
 * @param isReady whether the page is shown that the address names
 */
export function ignoreEarlyKeys(isReady: () => boolean): void {
  // A key may have been pressed before this program started.
  const words = new EarlyWords(navigator.userActivation?.hasBeenActive ? performance.now() : Number.NEGATIVE_INFINITY);
  const ignoreIfEarly = (event: KeyboardEvent) => {
    if (areKeysHeld() || !isCharacter(event) || takesKeys(event.target)) return;
    if (!words.ignores(event.timeStamp, isReady(), keysDroppedAt())) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('keydown', ignoreIfEarly, { capture: true });
}

import { areKeysHeld, isCharacter, keysDroppedAt, takesKeys } from '../ui/held-keys.ts';

/** The longest pause between keys of one word, also in a slow browser. */
const WORD_MS = 1000;

/** Ignores words that began before the page was ready. Times in milliseconds. */
export class EarlyWords {
  #ignoredAt: number;

  /** `pressedAt`: the last possible key before this program began, or -Infinity. */
  constructor(pressedAt: number) {
    this.#ignoredAt = pressedAt;
  }

  /** `droppedAt`: when held keys of a word were dropped last, or -Infinity. */
  ignores(at: number, isReady: boolean, droppedAt: number): boolean {
    const isSameWord = at - Math.max(this.#ignoredAt, droppedAt) < WORD_MS;
    if (isReady && !isSameWord) return false;
    this.#ignoredAt = at;
    return true;
  }
}

/** Ignores words typed before the page is ready: their rest would run its shortcuts. */
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

import { useSyncExternalStore } from 'react';
import { Listeners } from '../lib/listeners.ts';

const CONTROLS = 'a, button, input, select, textarea, label, summary, [role=option]';
/** Texts here only name things, so a click into them is not for reading or copying. */
const NO_TEXTS = 'header, h1, .queue-panel';
const TEXTS = '#content, [role=dialog]';

/**
 * Single keys are shortcuts, except after a click into a text. `selecting`: off while something is
 * selected.
 */
type Letters = 'on' | 'selecting' | 'off';
let letters: Letters = 'on';
/** The last key was ignored, and the member was told. */
let isTold = false;
const listeners = new Listeners();

function set(next: Letters): void {
  letters = next;
  tell(false);
}

function tell(next: boolean): void {
  isTold = next;
  listeners.notify();
}

export function turnLettersOn(): void {
  set('on');
}

/** Tells the member if a single key does nothing. */
export function ignoresLetters(): boolean {
  const ignores = letters === 'off' || (letters === 'selecting' && getSelection()?.type === 'Range');
  tell(ignores);
  return ignores;
}

/** The last single key was ignored. */
export function useIgnoredLetters(): boolean {
  return useSyncExternalStore(listeners.subscribe, () => isTold);
}

function lettersAfterClick(target: Element): Letters {
  if (target.closest(CONTROLS) !== null) return 'on';
  return target.closest(TEXTS) !== null && target.closest(NO_TEXTS) === null ? 'off' : 'selecting';
}

/**
 * A click into a text turns single keys off. Escape, or a focused control, turns them on. Returns a
 * function that ends this.
 */
export function watchReading(): () => void {
  const end = new AbortController();
  const options = { capture: true, signal: end.signal };
  // Not the press: a scroll bar has no click.
  addEventListener('click', ({ target }) => set(target instanceof Element ? lettersAfterClick(target) : 'on'), options);
  const onFocus = ({ target }: FocusEvent) => target instanceof Element && target.matches(CONTROLS) && set('on');
  addEventListener('focusin', onFocus, options);
  addEventListener('keydown', ({ key }) => key === 'Escape' && set('on'), options);
  return () => end.abort();
}

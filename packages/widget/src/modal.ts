import { listenToGamepad } from './gamepad.ts';
import { type Direction, moveFocus, wrapFocus } from './move-focus.ts';

/** These would move the player's character. A released key must reach the game. */
const KEPT = ['keydown', 'keypress', 'wheel', 'pointerdown', 'mousedown', 'touchstart', 'click', 'contextmenu'];

/**
 * Shows the panel as a modal dialog: a native one is above everything, also a full-screen game.
 *
 * @returns closes it, and gives the focus back
 */
export function showModal(dialog: HTMLDialogElement, { back, close }: { back(): void; close(): void }): () => void {
  const before = focused();
  const listeners = new AbortController();
  const { signal } = listeners;
  const on = (target: EventTarget, name: string, listener: (event: Event) => void, passive = false) =>
    target.addEventListener(name, listener, { signal, passive });

  for (const name of KEPT) on(dialog, name, (event) => event.stopPropagation(), true);
  on(dialog, 'keydown', (event) => onKeyDown(dialog, event as KeyboardEvent, back));
  on(dialog, 'pointerdown', (event) => event.target === dialog && close());
  // The Back of a phone. At the second one the browser closes the dialog.
  on(dialog, 'cancel', (event) => {
    event.preventDefault();
    back();
  });
  on(dialog, 'close', close);
  dialog.showModal();
  const stopGamepad = listenToGamepad(dialog, back);
  fitViewport(dialog);
  if (visualViewport) on(visualViewport, 'resize', () => fitViewport(dialog));
  return () => {
    listeners.abort();
    stopGamepad();
    dialog.close();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
}

/** Finds the focus, also inside custom elements. */
function focused(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

function onKeyDown(dialog: HTMLDialogElement, event: KeyboardEvent, back: () => void): void {
  const { key, target } = event;
  if (key === 'Escape') {
    // Otherwise the browser closes the dialog in any view.
    event.preventDefault();
    back();
  } else if (key === 'Tab') {
    wrapFocus(dialog, event);
  } else if (key.startsWith('Arrow') && !(target as Element).matches('textarea, input:not([type=checkbox])')) {
    if (moveFocus(dialog, key.slice(5).toLowerCase() as Direction)) event.preventDefault();
  }
}

/** Fits the panel into what a phone's keyboard leaves. */
function fitViewport(dialog: HTMLDialogElement): void {
  if (!visualViewport) return;
  dialog.style.setProperty('--viewport-height', `${visualViewport.height}px`);
  dialog.style.setProperty('--viewport-top', `${visualViewport.offsetTop}px`);
}

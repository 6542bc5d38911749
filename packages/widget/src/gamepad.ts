import { activeIn, type Direction, moveFocus } from './move-focus.ts';

/** Of the standard gamepad (W3C Gamepad, "Remapping"). A and B: the bottom and the right one. */
const BUTTONS = { 0: 'activate', 1: 'back', 12: 'up', 13: 'down', 14: 'left', 15: 'right' } as const;
const STICK_THRESHOLD = 0.6;
/** A held direction moves again after this time, and then each time after the next. */
const FIRST_REPEAT_MS = 400;
const NEXT_REPEAT_MS = 120;

type Action = Direction | 'activate' | 'back';

function connectedPads(): Gamepad[] {
  return [...(navigator.getGamepads?.() ?? [])].flatMap((pad) => (pad?.connected ? [pad] : []));
}

/** Reads presses on any connected gamepad. */
function pressedNow(): Set<Action> {
  const pressed = new Set<Action>();
  for (const { mapping, buttons, axes } of connectedPads()) {
    if (mapping !== 'standard') continue;
    for (const [index, action] of Object.entries(BUTTONS)) if (buttons[Number(index)]?.pressed) pressed.add(action);
    const [x = 0, y = 0] = axes;
    if (Math.abs(x) > STICK_THRESHOLD) pressed.add(x < 0 ? 'left' : 'right');
    if (Math.abs(y) > STICK_THRESHOLD) pressed.add(y < 0 ? 'up' : 'down');
  }
  return pressed;
}

/**
 * Moves the dialog's focus with a gamepad, polling only while one is connected.
 *
 * @returns ends it
 */
export function listenToGamepad(dialog: HTMLElement, back: () => void): () => void {
  let frame = 0;
  // What is held at opening was meant for the game.
  let held = pressedNow();
  let repeatAt = 0;

  function act(action: Action): void {
    const active = activeIn(dialog);
    if (action === 'back') back();
    else if (action !== 'activate') moveFocus(dialog, action);
    else if (active instanceof HTMLElement) active.click();
  }

  function poll(time: number): void {
    frame = connectedPads().length > 0 ? requestAnimationFrame(poll) : 0;
    const pressed = pressedNow();
    const before = held;
    held = pressed;
    for (const action of pressed) {
      const isNew = !before.has(action);
      const isRepeated = action !== 'activate' && action !== 'back' && time >= repeatAt;
      if (!isNew && !isRepeated) continue;
      repeatAt = time + (isNew ? FIRST_REPEAT_MS : NEXT_REPEAT_MS);
      act(action);
    }
  }

  const start = () => {
    if (frame === 0) frame = requestAnimationFrame(poll);
  };
  if (connectedPads().length > 0) start();
  // A browser shows a gamepad after its first button.
  addEventListener('gamepadconnected', start);
  return () => {
    removeEventListener('gamepadconnected', start);
    cancelAnimationFrame(frame);
  };
}

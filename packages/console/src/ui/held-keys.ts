/** Long enough for the field's code on a slow network. */
const MAX_HOLD_MS = 30_000;
const MAX_HELD_KEYS = 1000;
const HELD_KEYS = new Set(['Enter', 'Escape', 'Backspace', 'ArrowUp', 'ArrowDown']);

type Takes = (target: EventTarget | null) => target is HTMLElement;

interface Hold {
  /** Gets the keys when it has the focus. */
  takes: Takes;
  readonly keys: KeyboardEvent[];
  isWaiting: boolean;
  /** Aborted at the end of the hold. */
  readonly end: AbortController;
}
let hold: Hold | undefined;
let droppedAt = Number.NEGATIVE_INFINITY;

/** Call once and early: older listeners, such as a dialog's, also get held keys. */
export function listenForHeldKeys(): void {
  addEventListener('keydown', holdKey, { capture: true });
}

/**
 * Call when a field, menu or dialog will take the focus. Until then keys run no shortcuts; then it
 * gets them.
 */
export function holdKeys(takes: Takes = takesKeys): void {
  if (hold !== undefined) {
    // A held key opened something else, which gets the rest.
    hold.takes = takes;
    hold.isWaiting = true;
    return;
  }
  const end = new AbortController();
  hold = { takes, keys: [], isWaiting: true, end };
  const options = { capture: true, signal: end.signal };
  addEventListener('focusin', deliverKeys, options);
  addEventListener('pointerdown', dropHeldKeys, options);
  // Back and forward.
  addEventListener('popstate', dropHeldKeys, options);
  const timer = setTimeout(dropHeldKeys, MAX_HOLD_MS);
  end.signal.addEventListener('abort', () => clearTimeout(timer));
}

export function dropHeldKeys(): void {
  if (hold === undefined) return;
  droppedAt = performance.now();
  endHold();
}

function endHold(): void {
  hold?.end.abort();
  hold = undefined;
}

export function keysDroppedAt(): number {
  return droppedAt;
}

export function areKeysHeld(): boolean {
  return hold !== undefined;
}

/** The key writes a character. AltGr presses Ctrl and Alt. */
export function isCharacter({ key, metaKey, ctrlKey, altKey }: KeyboardEvent): boolean {
  return [...key].length === 1 && !metaKey && (!ctrlKey || altKey);
}

/** Nobody types in checkboxes and the like, which keep the focus after a click. */
const TEXT_FIELDS = 'input:not([type=checkbox], [type=radio], [type=file]), textarea, select';

/** Typing there writes or chooses something. */
export function isTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(TEXT_FIELDS);
}

/** Keys there belong to a field, a menu or a dialog. */
export function takesKeys(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.closest(`${TEXT_FIELDS}, [role=menu], [role=dialog]`) !== null;
}

function holdKey(event: KeyboardEvent): void {
  if (hold === undefined || !event.isTrusted || !(isCharacter(event) || HELD_KEYS.has(event.key))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (hold.keys.length < MAX_HELD_KEYS) hold.keys.push(event);
}

async function deliverKeys({ target }: FocusEvent): Promise<void> {
  const current = hold;
  if (!current?.isWaiting || !current.takes(target)) return;
  current.isWaiting = false;
  const isOver = () => current !== hold || current.isWaiting;
  // Keys pressed meanwhile are held too, to keep the order.
  while (current.keys.length > 0) {
    await nextRender();
    const key = isOver() ? undefined : current.keys.shift();
    if (key === undefined) return;
    press(key, current.takes);
  }
  if (!isOver()) endHold();
}

/** Waits until React and Mantine rendered the last key's change. */
function nextRender(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Browsers do nothing by themselves for such an event. */
function press(event: KeyboardEvent, takes: Takes): void {
  const target = document.activeElement;
  if (!takes(target)) dropHeldKeys();
  else if (target.dispatchEvent(new KeyboardEvent('keydown', event))) doDefault(target, event);
}

function doDefault(target: HTMLElement, event: KeyboardEvent): void {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (!isField) {
    if (event.key === 'Enter' || event.key === ' ') target.click();
  } else if (event.key === 'Enter' && target instanceof HTMLInputElement) {
    target.form?.querySelector<HTMLElement>('[type=submit]')?.click();
  } else if (target.type === 'radio') {
    chooseRadio(target, event.key);
  } else if (event.key === 'Backspace') {
    document.execCommand('delete');
  } else if (event.key === 'Enter' || isCharacter(event)) {
    // It can be undone and causes typing events, unlike a new value.
    document.execCommand('insertText', false, event.key === 'Enter' ? '\n' : event.key);
  }
}

/** Chooses as a browser does for the up and down arrows and Space. */
function chooseRadio({ name, form }: HTMLInputElement | HTMLTextAreaElement, key: string): void {
  const step = { ArrowUp: -1, ArrowDown: 1, ' ': 0 }[key];
  const group = [...(form?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? [])].filter(
    (radio) => radio.name === name,
  );
  const index = group.indexOf(document.activeElement as HTMLInputElement);
  const next = step === undefined ? undefined : group[(index + step + group.length) % group.length];
  next?.focus();
  next?.click();
}

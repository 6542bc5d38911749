/** The longest wait for a field: long enough for its code on a slow network. */
const MAX_HOLD_MS = 30_000;
const MAX_HELD_KEYS = 1000;
const HELD_KEYS = new Set(['Enter', 'Escape', 'Backspace', 'ArrowUp', 'ArrowDown']);

type Takes = (target: EventTarget | null) => target is HTMLElement;

interface Hold {
  /** What gets the keys when it has the focus. */
  takes: Takes;
  readonly keys: KeyboardEvent[];
  /** Whether the field does not have the focus yet. */
  isWaiting: boolean;
  /** Aborted at the end. */
  readonly end: AbortController;
}
let hold: Hold | undefined;
let droppedAt = Number.NEGATIVE_INFINITY;

/** Call this once and early: a listener that is older, such as a dialog's, gets held keys too. */
export function listenForHeldKeys(): void {
  addEventListener('keydown', holdKey, { capture: true });
}

/**
 * Call this when something opens that takes the focus: a field, a menu or a dialog. Until then, what
 * the member types is held, and does not run shortcuts. Then the field receives it.
 *
 * @param takes what gets the keys, if it is something else
 */
export function holdKeys(takes: Takes = takesKeys): void {
  if (hold !== undefined) {
    // A held key opened something else: it gets the keys that are left.
    hold.takes = takes;
    hold.isWaiting = true;
    return;
  }
  const end = new AbortController();
  hold = { takes, keys: [], isWaiting: true, end };
  const options = { capture: true, signal: end.signal };
  addEventListener('focusin', deliverKeys, options);
  addEventListener('pointerdown', dropHeldKeys, options);
  // Back and forward in the browser.
  addEventListener('popstate', dropHeldKeys, options);
  const timer = setTimeout(dropHeldKeys, MAX_HOLD_MS);
  end.signal.addEventListener('abort', () => clearTimeout(timer));
}

/** Stops holding keys, because nothing will open or the member does something else. */
export function dropHeldKeys(): void {
  if (hold === undefined) return;
  droppedAt = performance.now();
  endHold();
}

function endHold(): void {
  hold?.end.abort();
  hold = undefined;
}

/** When held keys were dropped last, on the clock of `performance.now()`. */
export function keysDroppedAt(): number {
  return droppedAt;
}

export function areKeysHeld(): boolean {
  return hold !== undefined;
}

/** Whether the key writes a character. With AltGr, Ctrl and Alt are both pressed. */
export function isCharacter({ key, metaKey, ctrlKey, altKey }: KeyboardEvent): boolean {
  return [...key].length === 1 && !metaKey && (!ctrlKey || altKey);
}

/** Checkboxes and the like keep the focus after a click, and nobody types in them. */
const TEXT_FIELDS = 'input:not([type=checkbox], [type=radio], [type=file]), textarea, select';

/** Whether typing there writes or chooses something. */
export function isTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(TEXT_FIELDS);
}

/** Whether keys that are pressed there are for a field, a menu or a dialog. */
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
  // Keys that are pressed meanwhile are held too, so that the order stays.
  while (current.keys.length > 0) {
    await nextRender();
    const key = isOver() ? undefined : current.keys.shift();
    if (key === undefined) return;
    press(key, current.takes);
  }
  if (!isOver()) endHold();
}

/** Until React and Mantine have rendered what the last key changed. */
function nextRender(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Presses a held key again. The browser does nothing by itself for such an event. */
function press(event: KeyboardEvent, takes: Takes): void {
  const target = document.activeElement;
  if (!takes(target)) dropHeldKeys();
  else if (target.dispatchEvent(new KeyboardEvent('keydown', event))) doDefault(target, event);
}

/** What the browser does for a key that the page does not handle. */
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
    // Unlike a new value, this can be undone and causes the events of typing.
    document.execCommand('insertText', false, event.key === 'Enter' ? '\n' : event.key);
  }
}

/** What the browser does for the up and down arrows and Space on a radio button. */
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

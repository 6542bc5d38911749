export type Direction = 'up' | 'down' | 'left' | 'right';

/** Can have the focus. */
const CONTROLS = 'button, a[href], input, textarea, .scroller';
const SCROLL_STEP = 80;

/** Finds the focus in the shadow root of a node. */
export function activeIn(node: Node): Element | null {
  return (node.getRootNode() as ShadowRoot).activeElement;
}

/**
 * Moves the focus to the nearest control in a direction. A region that can scroll does that first.
 *
 * @returns whether anything moved
 */
export function moveFocus(dialog: HTMLElement, direction: Direction): boolean {
  const active = activeIn(dialog);
  const isVertical = direction === 'up' || direction === 'down';
  const sign = direction === 'down' || direction === 'right' ? 1 : -1;
  if (isVertical && active?.classList.contains('scroller') && scrolls(active, sign)) return true;
  const from = (active ?? dialog).getBoundingClientRect();
  let nearest: HTMLElement | undefined;
  let shortest = Number.POSITIVE_INFINITY;
  for (const control of dialog.querySelectorAll<HTMLElement>(CONTROLS)) {
    if (control === active || (control.classList.contains('scroller') && control.contains(active))) continue;
    const distance = distanceTo(from, control.getBoundingClientRect(), isVertical, sign);
    if (distance < shortest) [nearest, shortest] = [control, distance];
  }
  nearest?.focus();
  return nearest !== undefined;
}

function scrolls(region: Element, sign: number): boolean {
  const before = region.scrollTop;
  region.scrollBy({ top: sign * SCROLL_STEP, behavior: 'instant' });
  return region.scrollTop !== before;
}

/**
 * Infinite if not in this direction. A gap aside counts twice, and controls with a common edge come
 * first.
 */
function distanceTo(from: DOMRect, to: DOMRect, isVertical: boolean, sign: number): number {
  const x = to.x + to.width / 2 - from.x - from.width / 2;
  const y = to.y + to.height / 2 - from.y - from.height / 2;
  const ahead = (isVertical ? y : x) * sign;
  if (ahead < 4 || to.width === 0) return Number.POSITIVE_INFINITY;
  const [start, end] = isVertical ? (['left', 'right'] as const) : (['top', 'bottom'] as const);
  const gap = Math.max(from[start], to[start]) - Math.min(from[end], to[end]);
  const aside = Math.min(Math.abs(from[start] - to[start]), Math.abs(from[end] - to[end]));
  return ahead + 2 * Math.max(0, gap) + 0.1 * aside;
}

/** Inside the dialog: the browser would go on to its own controls. */
export function wrapFocus(dialog: HTMLElement, event: KeyboardEvent): void {
  const all = [...dialog.querySelectorAll<HTMLInputElement>(CONTROLS)].filter(
    ({ type, checked }) => type !== 'radio' || checked,
  );
  const active = activeIn(dialog);
  const [first, last] = [all[0], all.at(-1)];
  const isAtEnd = event.shiftKey ? active === first || active?.id === 'title' : active === last;
  if (!isAtEnd) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

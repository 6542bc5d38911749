import type { Child, Component, VNode } from './jsx-runtime.ts';

/**
 * Draws views into the page: functions that return elements, and have no state of their own. It
 * changes only what differs from the last drawing, so that fields keep their focus and their place.
 */

type Props = VNode['props'];
/** An element that was drawn, and from what. */
type Drawn = Element & { drawn?: VNode };
/** What to call after a drawing, when all elements are on the page. */
type Refs = (() => void)[];

const SVG = 'http://www.w3.org/2000/svg';
/** What a player changes. The attribute would only be the value at the start. */
const LIVE: readonly string[] = ['value', 'checked', 'readOnly'];

/** Props that are for the drawing itself. */
const OWN: readonly string[] = ['children', 'key', 'ref'];

/** What `h` made. An answer of a server can have the same shape, and must never become an element. */
const made = new WeakSet<object>();

/** What JSX becomes. */
export function h(type: string | Component, props: Props | null, ...children: Child[]): VNode {
  const node = { type, key: props?.key as string | undefined, props: { ...props, children } };
  made.add(node);
  return node;
}

/** Several children without an element around them. */
export function Fragment({ children }: { children?: Child }): Child {
  return children;
}

/** Draws into a parent. What is there and not in `child` is removed. */
export function render(child: Child, parent: ParentNode): void {
  const refs: Refs = [];
  draw(child, parent, refs);
  for (const ref of refs) ref();
}

function draw(child: Child, parent: ParentNode, refs: Refs): void {
  const before = [...parent.childNodes];
  const after = flat(child).map((one) => {
    const index = before.findIndex((node) => fits(node, one));
    const node = before.splice(index, index < 0 ? 0 : 1)[0] ?? create(one, parent);
    if (typeof one !== 'string') update(node as Drawn, one, refs);
    else if (node.textContent !== one) node.textContent = one;
    return node;
  });
  // Removed first, so that the others are where they were, and do not lose the focus.
  for (const node of before) node.remove();
  for (const [index, node] of after.entries()) {
    const there = parent.childNodes[index] ?? null;
    if (there !== node) parent.insertBefore(node, there);
  }
}

/** The elements and texts of a child. The key of a component is that of what it returns. */
function flat(child: Child, key?: string): (VNode | string)[] {
  if (isList(child)) return child.flatMap((one) => flat(one, key));
  if (child === null || child === undefined || typeof child === 'boolean') return [];
  if (typeof child !== 'object') return [String(child)];
  if (!made.has(child)) return [];
  const { type, props } = child;
  const own = child.key === undefined ? key : `${key} ${child.key}`;
  return typeof type === 'string' ? [{ type, props, key: own }] : flat(type(props as never), own);
}

/** `Array.isArray` does not know read-only lists. */
function isList(child: Child): child is readonly Child[] {
  return Array.isArray(child);
}

function fits(node: ChildNode, one: VNode | string): boolean {
  if (typeof one === 'string') return node.nodeType === Node.TEXT_NODE;
  const { drawn } = node as ChildNode & Drawn;
  return drawn?.type === one.type && drawn.key === one.key;
}

function create(one: VNode | string, parent: ParentNode): ChildNode {
  if (typeof one === 'string') return document.createTextNode(one);
  const type = String(one.type);
  return type === 'svg' || parent instanceof SVGElement
    ? document.createElementNS(SVG, type)
    : document.createElement(type);
}

function update(element: Drawn, one: VNode, refs: Refs): void {
  const before = element.drawn?.props;
  element.drawn = one;
  const { props } = one;
  for (const name of Object.keys({ ...before, ...props })) {
    if (!OWN.includes(name)) set(element, name, props[name], before?.[name]);
  }
  draw(props.children as Child, element, refs);
  const ref = props.ref as ((element: Element) => void) | undefined;
  if (ref) refs.push(() => ref(element));
}

/** Sets an attribute, a listener or a property. */
function set(element: Element, name: string, value: unknown, before: unknown): void {
  const properties = element as unknown as Record<string, unknown>;
  if (name.startsWith('on')) properties[name.toLowerCase()] = value ?? null;
  else if (LIVE.includes(name)) {
    if (properties[name] !== value) properties[name] = value;
  } else if (value !== before) {
    const isRemoved = value === undefined || value === null || (value === false && !name.startsWith('aria-'));
    if (isRemoved) element.removeAttribute(name);
    else element.setAttribute(name, String(value));
  }
}

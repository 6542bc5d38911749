import { randomBytes } from 'node:crypto';

/** Ids, previews and hashed bodies, as one would write them in a day. */

const PREVIEW_LENGTH = 140;

let lastTime = 0;
let count = 0;

/** Sorts in the order of the calls, and after copied ids: their time is base 32. */
function timeOrdered(now: number): string {
  count = now > lastTime ? 0 : count + 1;
  lastTime = Math.max(now, lastTime);
  return `${(lastTime * 4).toString(32).padStart(10, '0')}${count.toString(32).padStart(4, '0')}`;
}

export const newId = (prefix: string, now: number) => `${prefix}_${timeOrdered(now)}${randomBytes(8).toString('hex')}`;

/** Trims, collapses white space, and cuts to 140 code points. */
export function preview(message: string): string {
  const collapsed = message
    .trim()
    .replace(/\s+/g, ' ')
    .slice(0, 2 * PREVIEW_LENGTH);
  return Array.from(collapsed).slice(0, PREVIEW_LENGTH).join('');
}

/**
 * Writes JSON with sorted keys, without recursion: a body can be nested deeper than the call stack.
 */
export function canonicalJson(value: unknown): string {
  let text = '';
  const rest: ({ readonly value: unknown } | string)[] = [{ value }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next === 'string') text += next;
    else if (typeof next.value !== 'object' || next.value === null) text += JSON.stringify(next.value) ?? '';
    else {
      const isList = Array.isArray(next.value);
      text += isList ? '[' : '{';
      rest.push(isList ? ']' : '}');
      const entries = Object.entries(next.value);
      if (!isList) entries.sort(([one], [other]) => (one < other ? -1 : 1));
      for (const [key, item] of entries.reverse())
        rest.push(',', { value: item }, isList ? '' : `${JSON.stringify(key)}:`);
    }
  }
  return text;
}

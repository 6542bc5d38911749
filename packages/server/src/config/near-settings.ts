import type { Environment } from './setting.ts';

/** Known names of other programs that are one letter away from ours. */
const OTHERS = new Set(['EMAIL_FROM', 'TILES_URL', 'SMPP_URL']);
/** Names as short as PORT have words as neighbours, so only swapped letters count. */
const SHORT = 5;

const wordsOf = (name: string) => name.toUpperCase().split(/[^A-Z\d]+/);

/** One letter added, left out or replaced, or two neighbours swapped. */
function isOneEdit(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  const most = Math.min(one.length, other.length) - start;
  while (end < most && one.at(-1 - end) === other.at(-1 - end)) end++;
  const [a, b] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  const isSwapped = a.length === 2 && a === `${b[1]}${b[0]}`;
  if (other.length <= SHORT) return isSwapped;
  return isSwapped || Math.max(a.length, b.length) === 1;
}

function isNear(name: string, setting: string): boolean {
  const [given, words] = [wordsOf(name), wordsOf(setting)];
  // A plural or a number: the name of something else, unless the last letter is there twice.
  if (name.length === setting.length + 1 && name.startsWith(setting)) return name.at(-1) === name.at(-2);
  if (isOneEdit(name, setting)) return true;
  return setting.length > SHORT && (given.join('') === words.join('') || `${given.sort()}` === `${words.sort()}`);
}

/** Says for each variable that is probably a misspelt setting which one. `known`: of all times. */
export function misspelt(env: Environment, settings: readonly string[], known: ReadonlySet<string>): string[] {
  const strange = Object.keys(env).filter((name) => env[name] && !known.has(name) && !OTHERS.has(name));
  return strange.flatMap((name) => {
    const meant = settings.find((setting) => isNear(name, setting));
    return meant === undefined ? [] : [`${name} is not a setting: correct it to ${meant}, or remove it`];
  });
}

import type { Environment } from './setting.ts';

/** Known names of other programs that are nearly ours, such as MAILFROM of cron. */
const OTHERS = new Set(['EMAIL_FROM', 'MAILFROM', 'TILES_URL', 'SMPP_URL', 'SFTP_URL']);
/** Kubernetes sets such a variable for each service, such as METRIC_PORT. */
const isServiceLink = (name: string, value = '') => name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(value);
/** Names as short as PORT have words as neighbours, so only swapped letters count. */
const SHORT = 5;

const wordsOf = (name: string) => name.toUpperCase().split(/[^A-Z\d]+/);
const inOrder = (words: readonly string[]) => words.toSorted().join(' ');

/** One letter added, left out or replaced, or two neighbours swapped. */
function isOneEdit(name: string, setting: string): boolean {
  let start = 0;
  while (start < name.length && name[start] === setting[start]) start++;
  let end = 0;
  const most = Math.min(name.length, setting.length) - start;
  while (end < most && name.at(-1 - end) === setting.at(-1 - end)) end++;
  const given = name.slice(start, name.length - end);
  const meant = setting.slice(start, setting.length - end);
  if (meant.length === 2 && given === `${meant[1]}${meant[0]}`) return true;
  return setting.length > SHORT && Math.max(given.length, meant.length) === 1;
}

function isNear(name: string, setting: string): boolean {
  // DATABASE_URL2 is something else; SECRET_KEYS, PORTT and PORT_ are mistakes.
  if (name.length === setting.length + 1 && name.startsWith(setting)) {
    return name.at(-1) === name.at(-2) || (name.endsWith('S') && setting.length > SHORT) || /[^A-Z\d]$/i.test(name);
  }
  // Other programs read a secret from the file that such a variable names.
  if (isOneEdit(name, setting) || (setting.length > SHORT && name === `${setting}_FILE`)) return true;
  if (setting.length <= SHORT) return false;
  const [given, words] = [wordsOf(name), wordsOf(setting)];
  return given.join('') === words.join('') || inOrder(given) === inOrder(words);
}

/**
 * Says for each variable that is probably a misspelt setting which one. Of a setting that is set, a
 * near name is another program's. `known`: of all times.
 */
export function misspelt(env: Environment, settings: readonly string[], known: ReadonlySet<string>): string[] {
  const unset = settings.filter((setting) => !env[setting]);
  const strange = Object.keys(env).filter(
    (name) => env[name] && !known.has(name) && !OTHERS.has(name) && !isServiceLink(name, env[name]),
  );
  return strange.flatMap((name) => {
    const meant = unset.find((setting) => isNear(name, setting));
    if (meant === undefined) return [];
    return [`${name} is not a setting: correct it to ${meant}, remove it, or set ${meant} too`];
  });
}

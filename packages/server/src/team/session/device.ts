import Bowser from 'bowser';

/** Longer headers are not parsed: they come from no browser. */
const MAX_USER_AGENT = 500;
const MAX_NAME = 40;

/**
 * The browser and the system of a User-Agent header, such as `Firefox on Windows`. Null if it names
 * neither. The header can be any text, so this is only a hint for the member.
 */
export function deviceOf(userAgent: string | undefined): string | null {
  if (userAgent === undefined || userAgent === '' || userAgent.length > MAX_USER_AGENT) return null;
  const { browser, os } = Bowser.parse(userAgent);
  const names = [browser.name, os.name].map((name) => name?.slice(0, MAX_NAME)).filter(Boolean);
  return names.length === 0 ? null : names.join(' on ');
}

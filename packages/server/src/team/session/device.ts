import Bowser from 'bowser';

/** No browser sends longer headers, so these are not parsed. */
const MAX_USER_AGENT = 500;
const MAX_NAME = 40;

/**
 * Such as `Firefox on Windows`. Null: names no known one. The header can be any text, so this is
 * only a hint for the member.
 */
export function deviceOf(userAgent: string | undefined): string | null {
  if (userAgent === undefined || userAgent === '' || userAgent.length > MAX_USER_AGENT) return null;
  const { browser, os } = Bowser.parse(userAgent);
  const names = [browser.name, os.name].map((name) => name?.slice(0, MAX_NAME)).filter(Boolean);
  return names.length === 0 ? null : names.join(' on ');
}

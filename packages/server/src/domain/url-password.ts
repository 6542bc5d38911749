const PARTS = /^[a-z\d+.-]+:\/\/([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/i;

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Tells whether programs read the user and the password of a URL as they were written: a `/`, `?`
 * or `#` would end the host, a `%` changes letters, and tabs and line ends disappear.
 */
export function isPercentEncoded(url: string): boolean {
  const [, authority = '', path = '', query = '', hash = ''] = PARTS.exec(url) ?? [];
  if (/[\t\r\n]/.test(url.trim()) || hash.includes('@')) return false;
  // Paths and queries of web pages can have an @ and a %.
  if (/^https?:/i.test(url)) return isDecodable(authority);
  if (!isDecodable(url) || path.includes('@')) return false;
  if (!query.includes('@')) return true;
  // Users and files in parameters of PostgreSQL. After the @ of a password come a host and a path.
  const isWhole = authority === '' || authority.includes('@') || path !== '';
  const withAt = query
    .slice(1)
    .split('&')
    .filter((parameter) => parameter.includes('@'));
  const isParameter = (text: string) => /^[\w.-]+=(?:\/.*|[^@]*@[^@/]*)$/.test(text);
  return isWhole && /^postgres/i.test(url) && withAt.every(isParameter);
}

export const PERCENT_ENCODE =
  'has a user or a password with special characters: percent-encode them, such as %23 for # and %25 for %';

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
  // A user in the query of PostgreSQL. After the @ of a password with `?a=` come a host and a path.
  const isWhole = authority === '' || authority.includes('@');
  return isWhole && /^postgres/i.test(url) && /^\?[\w.-]+=[^@]*@[^@/]*$/.test(query);
}

export const PERCENT_ENCODE =
  'has a user or a password with special characters: percent-encode them, such as %23 for # and %25 for %';

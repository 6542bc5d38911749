import { hash } from 'node:crypto';

/** A weak entity tag from `plain`, and a hash of `parts` if there are any. */
export function weakEtag(plain: number | string, parts: readonly (string | null)[]): string {
  return parts.length === 0 ? `W/"${plain}"` : `W/"${plain}.${hash('sha1', parts.join('\n'), 'base64url')}"`;
}

/** A strong entity tag: the same only for the same body. */
export const strongEtag = (body: string): string => `"${hash('sha256', body, 'base64url')}"`;

/** Whether If-None-Match names this tag, by weak comparison (RFC 9110, 13.1.2). */
export function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
}

import { hash } from 'node:crypto';

/** A weak entity tag over what makes an answer what it is. */
export function weakEtag(parts: readonly (string | number | null)[]): string {
  return `W/"${hash('sha1', parts.join('\n'), 'base64url')}"`;
}

/** Whether If-None-Match names this tag, by weak comparison (RFC 9110, 13.1.2). */
export function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
}

import { hash } from 'node:crypto';
import { RecentMap } from '../domain/recent-map.ts';

/** Most players have the same unread announcements, so the same hash. */
const hashes = new RecentMap<string>(1000);
/** Longer texts are not kept, in code units. */
const MAX_KEPT = 500;

/** `plain`, and a hash of `parts` if any. */
export function weakEtag(plain: number | string, parts: readonly (string | null)[]): string {
  return parts.length === 0 ? `W/"${plain}"` : `W/"${plain}.${hashOf(parts.join('\n'))}"`;
}

function hashOf(text: string): string {
  const known = hashes.get(text);
  if (known !== undefined) return known;
  const hashed = hash('sha1', text, 'base64url');
  if (text.length <= MAX_KEPT) hashes.set(text, hashed);
  return hashed;
}

/** The same only for the same body. */
export const strongEtag = (body: string): string => `"${hash('sha256', body, 'base64url')}"`;

/** Whether If-None-Match names this tag, by weak comparison (RFC 9110, 13.1.2). */
export function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
}

import type { IncomingHttpHeaders } from 'node:http';
import { RecentMap } from '../domain/recent-map.ts';
import { hashSecret } from '../domain/tokens.ts';

/** At least this many credentials are remembered, and up to twice as many. */
const MAX_REMEMBERED = 5000;

/** The headers that can hold the credentials of a member or an API key. */
type Headers = Pick<IncomingHttpHeaders, 'authorization' | 'cookie'>;

function hashCredentials({ authorization, cookie }: Headers): string {
  return hashSecret(authorization ?? cookie ?? '');
}

/**
 * Remembers hashes of team credentials that were valid recently. They give no access: each request
 * is still authenticated. They only tell real members and keys from a client at the same address
 * that guesses credentials.
 */
export function createValidCredentials() {
  const remembered = new RecentMap<true>(MAX_REMEMBERED);
  return {
    add: (headers: Headers): void => remembered.set(hashCredentials(headers), true),
    has: (headers: Headers): boolean => remembered.get(hashCredentials(headers)) !== undefined,
  };
}

export type ValidCredentials = ReturnType<typeof createValidCredentials>;

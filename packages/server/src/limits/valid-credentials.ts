import type { IncomingHttpHeaders } from 'node:http';
import { RecentMap } from '../domain/recent-map.ts';
import { hashSecret } from '../domain/tokens.ts';

/** At least, and up to twice as many. */
const MAX_REMEMBERED = 5000;

/** With credentials of a member or API key. */
type Headers = Pick<IncomingHttpHeaders, 'authorization' | 'cookie'>;

const hashCredentials = ({ authorization, cookie }: Headers): string => hashSecret(authorization ?? cookie ?? '');

/**
 * Hashes of recently valid credentials. They give no access: they tell members and keys from a
 * client at the same address that guesses.
 */
export function createValidCredentials() {
  const remembered = new RecentMap<true>(MAX_REMEMBERED);
  return {
    add: (headers: Headers): void => remembered.set(hashCredentials(headers), true),
    has: (headers: Headers): boolean => remembered.get(hashCredentials(headers)) !== undefined,
  };
}

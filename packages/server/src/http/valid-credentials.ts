import type { FastifyRequest } from 'fastify';
import { RecentMap } from '../domain/recent-map.ts';
import { hashSecret } from '../domain/tokens.ts';

/** Credentials that are remembered, and up to twice as many. */
const REMEMBERED = 5000;

/** What a member or an API key is known by, hashed. */
function credentialsOf({ headers }: FastifyRequest): string {
  return hashSecret(headers.authorization ?? headers.cookie ?? '');
}

/**
 * Team credentials that were valid a while ago, as hashes. They prove no right: each request is looked up all the same.
 * They only tell members and keys from whoever invents credentials at the same address.
 */
export function createValidCredentials() {
  const remembered = new RecentMap<true>(REMEMBERED);
  return {
    add: (request: FastifyRequest): void => remembered.set(credentialsOf(request), true),
    has: (request: FastifyRequest): boolean => remembered.get(credentialsOf(request)) !== undefined,
  };
}

export type ValidCredentials = ReturnType<typeof createValidCredentials>;

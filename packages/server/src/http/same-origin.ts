import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/** Whether a page of this very server sends the request; undefined if it does not say where it is from. */
function ownPage({ headers, protocol }: FastifyRequest): boolean | undefined {
  const { 'sec-fetch-site': site, origin, host } = headers;
  if (site !== undefined) return site === 'same-origin';
  return origin === undefined ? undefined : origin === `${protocol}://${host}`;
}

/**
 * Refuses what another site's page makes a browser send, where there is no cookie yet: it could sign its victim in as
 * somebody else. A program, which does not say where it is from, is welcome.
 *
 * @throws AppError `cross-site`
 */
export function refuseForeignPage(request: FastifyRequest): void {
  if (ownPage(request) === false) throw new AppError('cross-site');
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a write that another site's page makes with the member's cookie. Browsers say where a request is from in
 * Sec-Fetch-Site (Fetch Metadata), older ones in Origin; one that says neither is no browser, and has no cookie to send.
 *
 * @throws AppError `cross-site`
 */
export function requireSameOrigin(request: FastifyRequest): void {
  if (!SAFE.has(request.method) && ownPage(request) !== true) throw new AppError('cross-site');
}

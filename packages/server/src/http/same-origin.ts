import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/** Undefined: the request does not say. */
function isFromOwnPage({ headers, protocol }: FastifyRequest): boolean | undefined {
  const { 'sec-fetch-site': site, origin, host } = headers;
  if (site !== undefined) return site === 'same-origin';
  return origin === undefined ? undefined : origin === `${protocol}://${host}`;
}

/**
 * Refuses a request for a page of another site. For operations that need no cookie, such as signing
 * in: the page could sign its visitor in as another member. Programs do not say where a request
 * comes from, and are allowed.
 *
 * @throws AppError `cross-site`
 */
export function refuseCrossSite(request: FastifyRequest): void {
  if (isFromOwnPage(request) === false) throw new AppError('cross-site');
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a request for a page of another site, with the member's cookie. Browsers say where it
 * comes from in Sec-Fetch-Site (Fetch Metadata), older ones in Origin. A write with neither is from
 * no browser, so it needs no cookie. A read with neither is allowed: the page could not see the
 * response. `none`: a person typed the address.
 *
 * @throws AppError `cross-site`
 */
export function requireSameOrigin(request: FastifyRequest): void {
  const isOwn = isFromOwnPage(request);
  if (SAFE_METHODS.has(request.method)) {
    if (isOwn === false && request.headers['sec-fetch-site'] !== 'none') throw new AppError('cross-site');
  } else if (isOwn !== true) {
    throw new AppError('cross-site');
  }
}

import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/** Whether a page of this server sends the request. Undefined if the request does not say. */
function isFromOwnPage({ headers, protocol }: FastifyRequest): boolean | undefined {
  const { 'sec-fetch-site': site, origin, host } = headers;
  if (site !== undefined) return site === 'same-origin';
  return origin === undefined ? undefined : origin === `${protocol}://${host}`;
}

/**
 * Refuses a request that a page of another site makes a browser send. It is for operations without
 * a cookie, such as signing in: the page could sign its victim in as somebody else. Programs do not
 * say where a request comes from, and may send it.
 *
 * @throws AppError `cross-site`
 */
export function refuseForeignPage(request: FastifyRequest): void {
  if (isFromOwnPage(request) === false) throw new AppError('cross-site');
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a write that a page of another site makes a browser send with the member's cookie.
 * Browsers say where a request comes from in Sec-Fetch-Site (Fetch Metadata), older ones in Origin.
 * A request with neither does not come from a browser, so it has no member's cookie.
 *
 * @throws AppError `cross-site`
 */
export function requireSameOrigin(request: FastifyRequest): void {
  if (!SAFE_METHODS.has(request.method) && isFromOwnPage(request) !== true) throw new AppError('cross-site');
}

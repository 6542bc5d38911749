import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a write that another site's page makes with the member's cookie. Browsers say where a request is from in
 * Sec-Fetch-Site (Fetch Metadata), older ones in Origin; one that says neither is no browser, and has no cookie to send.
 *
 * @throws AppError `cross-site`
 */
export function requireSameOrigin(request: FastifyRequest): void {
  if (SAFE.has(request.method)) return;
  const { 'sec-fetch-site': site, origin, host } = request.headers;
  const same = site === undefined ? origin === `${request.protocol}://${host}` : site === 'same-origin';
  if (!same) throw new AppError('cross-site');
}

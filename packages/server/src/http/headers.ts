import type { FastifyReply, FastifyRequest } from 'fastify';

/** With `Date` a client measures ages by the server's clock. */
const EXPOSED_HEADERS =
  'Date, ETag, Retry-After, Location, X-Request-Id, RateLimit, RateLimit-Policy, WWW-Authenticate';

/**
 * Whether a URL belongs to the player API. Web pages of any origin may call it, because it uses
 * tokens and no cookies.
 */
export function isPlayerApi(url: string): boolean {
  return url.startsWith('/api/v1/') && !url.startsWith('/api/v1/team');
}

/** Sets the headers of every response. Caches store nothing unless an operation allows it. */
export function setBaseHeaders({ id, url, routeOptions }: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', id);
  reply.header('x-content-type-options', 'nosniff');
  reply.header('cache-control', 'no-store');
  const { operation } = routeOptions.config;
  if (operation === undefined ? !isPlayerApi(url) : operation.url.startsWith('/api/v1/team')) return;
  reply.header('access-control-allow-origin', '*');
  reply.header('access-control-expose-headers', EXPOSED_HEADERS);
}

/** The response headers to a preflight request (Fetch standard, CORS protocol). */
export function preflightHeaders(methods: string): Record<string, string> {
  return {
    'access-control-allow-methods': methods,
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id',
    'access-control-max-age': '86400',
  };
}

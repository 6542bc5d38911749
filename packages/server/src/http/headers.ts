import type { FastifyReply, FastifyRequest } from 'fastify';

const EXPOSED = 'ETag, Retry-After, Location, X-Request-Id, RateLimit, RateLimit-Policy, WWW-Authenticate';

/** Whether this is an address of the player API, which any web page may call: it knows tokens, not cookies. */
export function isPlayerApi(url: string): boolean {
  return url.startsWith('/api/v1/') && !url.startsWith('/api/v1/team');
}

/**
 * Sets the headers of every answer. What is sent is someone's own, so that no cache keeps it unless an operation says
 * so.
 */
export function setBaseHeaders({ id, url, routeOptions }: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', id);
  reply.header('x-content-type-options', 'nosniff');
  reply.header('cache-control', 'no-store');
  const { operation } = routeOptions.config;
  if (operation === undefined ? !isPlayerApi(url) : operation.url.startsWith('/api/v1/team')) return;
  reply.header('access-control-allow-origin', '*');
  reply.header('access-control-expose-headers', EXPOSED);
}

/** The answer to a preflight (Fetch standard, CORS protocol). */
export function preflightHeaders(methods: string): Record<string, string> {
  return {
    'access-control-allow-methods': methods,
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id',
    'access-control-max-age': '86400',
  };
}

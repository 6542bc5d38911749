import type { FastifyReply, FastifyRequest } from 'fastify';

/** With `Date` a client measures ages by the server's clock. */
const EXPOSED_HEADERS =
  'Date, ETag, Retry-After, Location, X-Request-Id, RateLimit, RateLimit-Policy, WWW-Authenticate, ' +
  'Tus-Resumable, Upload-Offset, Upload-Length, Upload-Metadata, Upload-Expires';

const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

/** Pages of any origin may call it: it uses tokens and no cookies. */
export function isPlayerApi(url: string): boolean {
  return url.startsWith('/api/v1/') && !url.startsWith('/api/v1/team');
}

/**
 * Sets headers of all responses. Only own pages embed them, except the player API's. `hstsSeconds`:
 * for HTTPS only (RFC 6797).
 */
export function setBaseHeaders(request: FastifyRequest, reply: FastifyReply, hstsSeconds: number): void {
  const { id, url, routeOptions, protocol } = request;
  reply.header('x-request-id', id);
  reply.header('x-content-type-options', 'nosniff');
  reply.header('cache-control', 'no-store');
  if (protocol === 'https' && hstsSeconds > 0) reply.header('strict-transport-security', `max-age=${hstsSeconds}`);
  const { operation } = routeOptions.config;
  const isOfPlayers = operation === undefined ? isPlayerApi(url) : !operation.url.startsWith('/api/v1/team');
  reply.header('cross-origin-resource-policy', isOfPlayers ? 'cross-origin' : 'same-origin');
  if (!isOfPlayers) {
    // A page sets its own. Games poll the player API, so its JSON does not carry it.
    reply.header('content-security-policy', NO_PAGE);
    return;
  }
  reply.header('access-control-allow-origin', '*');
  reply.header('access-control-expose-headers', EXPOSED_HEADERS);
}

/** What a client of the player API needs. */
const USUAL_HEADERS = [
  ...['Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match', 'X-File-Name', 'X-Request-Id'],
  ...['Tus-Resumable', 'Upload-Length', 'Upload-Metadata', 'Upload-Offset'],
];
/** A token (RFC 9110, section 5.6.2). The parser bounds the length of the whole list. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Returns headers for a preflight request (Fetch standard, CORS protocol). `requested`: what tools
 * of the game add too, such as `sentry-trace`. A wildcard would not include Authorization.
 */
export function preflightHeaders(methods: string, requested = ''): Record<string, string> {
  const usual = new Set(USUAL_HEADERS.map((name) => name.toLowerCase()));
  const names = requested.split(',').map((name) => name.trim().toLowerCase());
  const others = new Set(names.filter((name) => HEADER_NAME.test(name) && !usual.has(name)));
  return {
    'access-control-allow-methods': methods,
    'access-control-allow-headers': [...USUAL_HEADERS, ...others].join(', '),
    'access-control-max-age': '86400',
    vary: 'Access-Control-Request-Headers',
  };
}

import type { FastifyRequest } from 'fastify';
import { unauthorized } from '../../operations/unauthorized.ts';
import type { ApiRequest, QueryString } from '../api-request.ts';
import { sessionOf } from '../session-cookie.ts';

const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

/** A malformed Authorization header that seems to contain a token of this service. */
const TOKEN_PRESENTED = /bearer|pat_|psk_/i;

const TOKEN_PARAMETER = /^(?:access_token|token|playerAccessToken)(?:\[\])?$/i;

const SECRET = /^\s*(?:bearer\s+)?(?:pat|psk)_/i;

const TOKEN_IN_URL = 'A token in the URL is refused. Send it in the Authorization header only.';

/** The name of a query parameter that contains a token. Tokens must never be in a URL. */
export function tokenInQuery(query: QueryString): string | undefined {
  for (const name in query) {
    const values = [name, query[name] ?? ''].flat();
    if (TOKEN_PARAMETER.test(name) || values.some((value) => SECRET.test(value))) return name;
  }
  return undefined;
}

/** The bearer token of a request. Undefined if there is none, or the header is malformed. */
export function presentedToken({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return BEARER.exec(headers.authorization ?? '')?.[1];
}

/** Whether a request has an Authorization header or a session cookie. */
export function presentsCredentials(request: FastifyRequest): boolean {
  return request.headers.authorization !== undefined || sessionOf(request) !== undefined;
}

/** @throws AppError `unauthorized` if the URL has a token */
export function refuseTokenInUrl({ query }: ApiRequest): void {
  if (tokenInQuery(query) !== undefined) throw unauthorized(TOKEN_IN_URL, 'invalid_request');
}

/** The bearer token of a request. @throws AppError `unauthorized` */
export function bearerToken(request: ApiRequest): string {
  refuseTokenInUrl(request);
  // Node joins two such headers with a comma, which no token contains.
  const token = presentedToken(request);
  if (token !== undefined) return token;
  const header = request.headers.authorization ?? '';
  if (!TOKEN_PRESENTED.test(header)) throw unauthorized('Send the header Authorization: Bearer <token>.');
  throw unauthorized('The Authorization header must be Bearer <token>.', 'invalid_request');
}

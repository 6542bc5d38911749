import type { FastifyRequest } from 'fastify';
import { projectIdsOf } from '../domain/access.ts';
import { hashSecret, playerOfToken, sameHash, TEAM_KEY_PREFIX } from '../domain/tokens.ts';
import type { MemberCaller, Player, TeamCaller } from '../operations/callers.ts';
import type { Service } from '../operations/service.ts';
import { keyRefused, sessionEnded, unauthorized } from '../operations/unauthorized.ts';
import type { PlayerSession } from '../store/players.ts';
import { requireSameOrigin } from './same-origin.ts';
import { sessionOf } from './session-cookie.ts';

const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

/** Whether a header that is not as it must be was meant to carry a token of ours. */
const TOKEN_PRESENTED = /bearer|pat_|psk_/i;

const TOKEN_PARAMETER = /^(?:access_token|token|playerAccessToken)(?:\[\])?$/i;

const SECRET = /^\s*(?:bearer\s+)?(?:pat|psk)_/i;

function isSecret(text: string): boolean {
  return SECRET.test(text);
}

/** The name of a query parameter that carries a token, where it must never be. */
export function tokenInQuery(query: unknown): string | undefined {
  const parameters = query as Record<string, string | string[]>;
  for (const name in parameters) {
    const value = parameters[name] ?? '';
    const secret = typeof value === 'string' ? isSecret(value) : value.some(isSecret);
    if (secret || isSecret(name) || TOKEN_PARAMETER.test(name)) return name;
  }
  return undefined;
}

const IN_URL = 'A token in the URL is refused. Send it in the Authorization header only.';

const REFUSED = 'The access token is unknown, was replaced or has expired.';

/** The bearer token of a request that has one in the right form. */
export function presentedToken({ headers }: FastifyRequest): string | undefined {
  return BEARER.exec(headers.authorization ?? '')?.[1];
}

/** Whether a request brings anything that a member or an API key is known by. */
export function presentsCredentials(request: FastifyRequest): boolean {
  return request.headers.authorization !== undefined || sessionOf(request) !== undefined;
}

/** The bearer token of a request. @throws AppError `unauthorized` */
function bearerToken(request: FastifyRequest): string {
  if (tokenInQuery(request.query) !== undefined) {
    throw unauthorized(IN_URL, 'invalid_request');
  }
  // Two such headers arrive joined by a comma, which no token contains.
  const token = presentedToken(request);
  if (token !== undefined) return token;
  const header = request.headers.authorization ?? '';
  if (!TOKEN_PRESENTED.test(header)) throw unauthorized('Send the header Authorization: Bearer <token>.');
  throw unauthorized('The Authorization header must be Bearer <token>.', 'invalid_request');
}

/** The player whose current token a request carries. @throws AppError `unauthorized` */
export async function authenticatePlayer(
  request: FastifyRequest,
  { projectCache }: Service,
  now: number,
  readSession: (playerId: string) => Promise<PlayerSession | undefined>,
): Promise<Player> {
  const token = bearerToken(request);
  const id = playerOfToken(token);
  const session = id === undefined ? undefined : await readSession(id);
  if (session === undefined || !sameHash(session.token_hash, hashSecret(token)) || now >= session.token_expires_at) {
    throw unauthorized(REFUSED, 'invalid_token');
  }
  const entry = await projectCache.byId(session.project_id);
  if (entry?.project.status !== 'active') {
    throw unauthorized('The project of this token is switched off.', 'invalid_token');
  }
  return { session, project: entry.project, announcements: entry.announcements };
}

/** The member whose session a request's cookie names. @throws AppError `unauthorized`, `cross-site` */
export async function authenticateMember(
  request: FastifyRequest,
  { store }: Service,
  now: number,
): Promise<MemberCaller> {
  if (tokenInQuery(request.query) !== undefined) throw unauthorized(IN_URL, 'invalid_request');
  const secret = sessionOf(request);
  if (secret === undefined) throw unauthorized('Sign in first.');
  requireSameOrigin(request);
  const session = await store.memberSessions.valid(hashSecret(secret), now);
  if (session === undefined) throw sessionEnded();
  const { member_id: id, name, role, project_ids } = session;
  return { type: 'member', id, name, role, projectIds: projectIdsOf(project_ids), session };
}

/** The member or API key that calls: a key in the header counts before a cookie. @throws AppError `unauthorized`, `cross-site` */
export async function authenticateTeam(request: FastifyRequest, service: Service, now: number): Promise<TeamCaller> {
  if (request.headers.authorization === undefined && sessionOf(request) !== undefined) {
    return authenticateMember(request, service, now);
  }
  const key = bearerToken(request);
  const row = key.startsWith(TEAM_KEY_PREFIX) ? await service.store.apiKeys.valid(hashSecret(key), now) : undefined;
  if (row === undefined) throw keyRefused();
  const { api_key_id: id, name, role, project_ids } = row;
  service.keyUse.note(id, now);
  return { type: 'api_key', id, name, role, projectIds: projectIdsOf(project_ids) };
}

import type { FastifyRequest } from 'fastify';
import { hashSecret, playerOfToken, sameHash, TEAM_KEY_PREFIX } from '../domain/tokens.ts';
import { AppError } from '../errors.ts';
import type { PlayerSession } from '../store/players.ts';
import type { AnnouncementRow, ApiKeyRow, ProjectRow } from '../store/tables.ts';
import type { Service } from './service.ts';

/** Who calls: a player by its token, or the team by an API key. */
export interface Player<S extends PlayerSession = PlayerSession> {
  readonly session: S;
  readonly project: ProjectRow;
  /** All of the project, shown or not. */
  readonly announcements: readonly AnnouncementRow[];
}
export type TeamKey = ApiKeyRow;

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

/** 401 with the challenge of RFC 6750: no `error` where no token was presented. */
export function unauthorized(detail: string, error?: 'invalid_request' | 'invalid_token'): AppError {
  const challenge = error === undefined ? 'Bearer' : `Bearer error="${error}", error_description="${detail}"`;
  return new AppError('unauthorized', { detail, headers: { 'www-authenticate': challenge } });
}

const REFUSED = 'The access token is unknown, was replaced or has expired.';

/** The bearer token of a request. @throws AppError `unauthorized` */
function bearerToken(request: FastifyRequest): string {
  if (tokenInQuery(request.query) !== undefined) {
    throw unauthorized('A token in the URL is refused. Send it in the Authorization header only.', 'invalid_request');
  }
  // Two such headers arrive joined by a comma, which no token contains.
  const header = request.headers.authorization;
  if (header === undefined || !TOKEN_PRESENTED.test(header)) {
    throw unauthorized('Send the header Authorization: Bearer <token>.');
  }
  const token = BEARER.exec(header)?.[1];
  if (token === undefined) throw unauthorized('The Authorization header must be Bearer <token>.', 'invalid_request');
  return token;
}

/** The player whose current token a request carries. @throws AppError `unauthorized` */
export async function authenticatePlayer(
  request: FastifyRequest,
  { directory }: Service,
  now: number,
  readSession: (playerId: string) => Promise<PlayerSession | undefined>,
): Promise<Player> {
  const token = bearerToken(request);
  const id = playerOfToken(token);
  const session = id === undefined ? undefined : await readSession(id);
  if (session === undefined || !sameHash(session.token_hash, hashSecret(token)) || now >= session.token_expires_at) {
    throw unauthorized(REFUSED, 'invalid_token');
  }
  const entry = await directory.byId(session.project_id);
  if (entry?.project.status !== 'active') {
    throw unauthorized('The project of this token is switched off.', 'invalid_token');
  }
  return { session, project: entry.project, announcements: entry.announcements };
}

/** The team API key that a request carries. @throws AppError `unauthorized` */
export async function authenticateTeam(request: FastifyRequest, { store }: Service): Promise<TeamKey> {
  const key = bearerToken(request);
  const row = key.startsWith(TEAM_KEY_PREFIX) ? await store.apiKeys.valid(hashSecret(key)) : undefined;
  if (row === undefined) throw unauthorized('The team API key is unknown or was revoked.', 'invalid_token');
  return row;
}

/** Whether a project's public key, from a query or a body, is that of the player's token. @throws AppError `unauthorized` */
export function belongsTo({ project }: Player, publicKey: unknown): void {
  if (publicKey !== project.public_key) {
    throw unauthorized('projectPublicKey is not that of the project of this token.', 'invalid_token');
  }
}

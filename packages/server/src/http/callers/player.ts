import type { FastifyRequest } from 'fastify';
import { hashSecret, playerOfToken, sameHash } from '../../domain/tokens.ts';
import { AppError } from '../../errors.ts';
import type { Player } from '../../operations/callers.ts';
import { tokenRefused, unauthorized } from '../../operations/unauthorized.ts';
import type { PlayerSession } from '../../store/player-reads.ts';
import type { Entry } from '../guard/guard.ts';
import type { ApiRequest, Authenticated, Served, Service } from '../service.ts';

const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

/** A malformed Authorization header that seems to contain our token. */
const TOKEN_PRESENTED = /bearer|pat_|psk_/i;

type WithHeaders = Pick<FastifyRequest, 'headers'>;

/** Undefined: absent or malformed. */
export function presentedToken({ headers }: WithHeaders): string | undefined {
  return BEARER.exec(headers.authorization ?? '')?.[1];
}

/** The bearer token of a player, or the API key. @throws AppError `unauthorized` */
export function bearerToken(request: WithHeaders): string {
  // Node joins two such headers with a comma, which no token contains.
  const token = presentedToken(request);
  if (token !== undefined) return token;
  const header = request.headers.authorization ?? '';
  if (!TOKEN_PRESENTED.test(header)) throw unauthorized('Send the header Authorization: Bearer <token>.');
  throw unauthorized('The Authorization header must be Bearer <token>.', 'invalid_request');
}

/**
 * Authenticates a player. With `readWithSession`, one statement reads session and data. A refused
 * token is remembered: its next request is a stranger's.
 *
 * @throws AppError `unauthorized`, `rate-limited`
 */
export async function authenticatePlayer(
  served: Served,
  request: ApiRequest,
  entry: Entry,
): Promise<Authenticated<Player>> {
  const { operation, context, service } = served;
  const { arrivedAt: now } = entry;
  const token = bearerToken(request);
  try {
    const id = playerOfToken(token);
    if (id === undefined) throw tokenRefused();
    refuseExhausted(served, id);
    const caller = { id, tokenHash: hashSecret(token) };
    using _slot = operation.sheds === undefined ? undefined : await service.guard.readSlot(id, entry);
    if (operation.readWithSession === undefined) {
      const session = await service.store.players.session(caller);
      return { caller: await verify(caller.tokenHash, session, service, now), data: undefined };
    }
    const { params, query } = request;
    const read = await operation.readWithSession({ caller, params, query, now }, context);
    return { caller: await verify(caller.tokenHash, read?.session, service, now), data: read?.data };
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthorized') service.tokenTags.refuse(token);
    throw error;
  }
}

/** Cheaper than a read. Throws AppError `rate-limited`. */
function refuseExhausted({ operation, service: { limits } }: Served, playerId: string): void {
  for (const limit of operation.limits ?? []) {
    // The installation of an account is not known yet.
    const refusal = limits.refusal(limit, playerId);
    if (refusal !== undefined) throw refusal;
  }
}

/** Returns the player if the token is the session's. Throws AppError `unauthorized`. */
async function verify(
  tokenHash: string,
  session: PlayerSession | undefined,
  { projectCache }: Service,
  now: number,
): Promise<Player> {
  if (session === undefined || !sameHash(session.token_hash, tokenHash) || now >= session.token_expires_at) {
    throw tokenRefused();
  }
  const cached = await projectCache.byId(session.project_id);
  if (cached?.project.status !== 'active')
    throw unauthorized('The project of this token is disabled.', 'invalid_token');
  return { session, project: cached.project, announcements: cached.announcements };
}

/** Throws AppError `unauthorized`. */
export async function reauthenticatePlayer({ session }: Player, service: Service): Promise<Player> {
  const { player_id: id, token_hash: tokenHash } = session;
  return verify(tokenHash, await service.store.players.session({ id, tokenHash }), service, service.clock());
}

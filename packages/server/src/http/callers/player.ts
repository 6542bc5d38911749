import { hashSecret, playerOfToken, sameHash } from '../../domain/tokens.ts';
import { AppError } from '../../errors.ts';
import type { Player } from '../../operations/callers.ts';
import type { PlayerRead } from '../../operations/operation.ts';
import { tokenRefused, unauthorized } from '../../operations/unauthorized.ts';
import type { PlayerSession, UncheckedCaller } from '../../store/player-reads.ts';
import type { ApiRequest, Served } from '../api-request.ts';
import type { Arrival } from '../guard/guard.ts';
import type { Service } from '../service.ts';
import { bearerToken, presentedToken } from './bearer.ts';

/** A player, and what its operation read together with it. */
interface AuthenticatedPlayer {
  readonly caller: Player;
  readonly data: unknown;
}

/** The player that a token names. The token is not checked yet. @throws AppError `unauthorized` */
function senderOf(token: string): UncheckedCaller {
  const id = playerOfToken(token);
  if (id === undefined) throw tokenRefused();
  return { id, tokenHash: hashSecret(token) };
}

/** Refuses a player who has used up a limit: cheaper than a read. @throws AppError `rate-limited` */
function refuseExhausted({ operation, service: { limits } }: Served, { id }: UncheckedCaller, now: number): void {
  for (const limit of operation.limits ?? []) {
    // The installation of an account is not known yet.
    const refusal = limits.refusal(limit, id, now);
    if (refusal !== undefined) throw refusal;
  }
}

/** Reads the session, in one statement with what the operation's `readWithSession` asks for. */
async function read(
  { operation, context }: Served,
  caller: UncheckedCaller,
  { params, query }: ApiRequest,
  now: number,
): Promise<PlayerRead | undefined> {
  if (operation.readWithSession !== undefined)
    return operation.readWithSession({ caller, params, query, now }, context);
  const session = await context.store.players.session(caller);
  return session && { session, data: undefined };
}

/** The player of the session, if the token belongs to it. @throws AppError `unauthorized` */
async function verify(
  { tokenHash }: UncheckedCaller,
  session: PlayerSession | undefined,
  { projectCache }: Service,
  now: number,
): Promise<Player> {
  if (session === undefined || !sameHash(session.token_hash, tokenHash) || now >= session.token_expires_at) {
    throw tokenRefused();
  }
  const entry = await projectCache.byId(session.project_id);
  if (entry?.project.status !== 'active') throw unauthorized('The project of this token is disabled.', 'invalid_token');
  return { session, project: entry.project, announcements: entry.announcements };
}

/**
 * Authenticates a player. Remembers a refused token, so that its next request is a stranger's.
 *
 * @throws AppError `unauthorized`, `rate-limited`
 */
export async function authenticatePlayer(
  served: Served,
  request: ApiRequest,
  arrival: Arrival,
): Promise<AuthenticatedPlayer> {
  const { operation, service } = served;
  const { now } = arrival;
  try {
    const caller = senderOf(bearerToken(request));
    refuseExhausted(served, caller, now);
    using _slot = await service.guard.readSlot(operation, caller.id, arrival);
    const found = await read(served, caller, request, now);
    return { caller: await verify(caller, found?.session, service, now), data: found?.data };
  } catch (error) {
    const token = presentedToken(request);
    const isRefused = error instanceof AppError && error.code === 'unauthorized';
    if (isRefused && token !== undefined) service.tokenTags.refuse(token);
    throw error;
  }
}

/** Authenticates a player again. @throws AppError `unauthorized` */
export async function reauthenticatePlayer(
  { session: { player_id: id, token_hash } }: Player,
  service: Service,
): Promise<Player> {
  const caller = { id, tokenHash: token_hash };
  return verify(caller, await service.store.players.session(caller), service, service.clock());
}

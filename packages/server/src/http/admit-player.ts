import { INSTALLATION_LIMITS } from '../config/limits.ts';
import { hashSecret, playerOfToken } from '../domain/tokens.ts';
import { AppError } from '../errors.ts';
import { type Player, requireOwnProject } from '../operations/callers.ts';
import type { Operation, PlayerRead } from '../operations/operation.ts';
import { tokenRefused } from '../operations/unauthorized.ts';
import { installationOf } from '../store/player-sessions.ts';
import type { Admitted, ApiRequest } from './api-request.ts';
import { bearerToken, playerOfSession, presentedToken } from './authenticate.ts';
import { authenticateInTurn } from './refused-addresses.ts';
import type { Service } from './service.ts';
import { type Exchange, readInTurn } from './turns.ts';

type Received = Exchange & Pick<Admitted, 'now'>;

interface AdmittedPlayer {
  readonly caller: Player;
  readonly data: unknown;
}

/**
 * Authenticates a player's request and checks its limits, before its body is read:
 *
 * 1. Take the player's id from the token. It is not verified yet.
 * 2. Refuse a player who has used up a limit. This is cheaper than a read.
 * 3. Read the player's session in one statement, together with what the operation's `read` needs.
 * 4. Check that the token belongs to this session, and that the project is active.
 * 5. Count the request against the limits of the player.
 *
 * @throws AppError `unauthorized`, `rate-limited`
 */
export async function admitPlayer(
  operation: Operation,
  request: ApiRequest,
  service: Service,
  received: Received,
): Promise<AdmittedPlayer> {
  const admitted = await authenticateInTurn(request, service, received.address, () =>
    authenticatePlayer(operation, request, service, received),
  );
  const { caller } = admitted;
  request.caller = { id: caller.session.player_id };
  if (operation.projectInQuery) requireOwnProject(caller, request.query.projectPublicKey);
  for (const limit of operation.limits ?? []) {
    const { session } = caller;
    const counted = INSTALLATION_LIMITS.has(limit) ? installationOf(session) : session.player_id;
    service.limits.consume(limit, counted, received.now);
  }
  return admitted;
}

/** Authenticates a player again. @throws AppError `unauthorized` */
export async function readmitPlayer(
  { session: { player_id: id, token_hash } }: Player,
  service: Service,
): Promise<Player> {
  const sender = { id, tokenHash: token_hash };
  const session = await service.store.players.session(sender);
  if (session === undefined) throw tokenRefused();
  return playerOfSession(sender, session, service, service.clock());
}

/** Steps 1 to 4. Remembers a refused token, so that its next request is not treated as issued. */
async function authenticatePlayer(
  operation: Operation,
  request: ApiRequest,
  service: Service,
  { address, response, now }: Received,
): Promise<AdmittedPlayer> {
  try {
    const token = bearerToken(request);
    const playerId = playerOfToken(token);
    if (playerId === undefined) throw tokenRefused();
    const sender = { id: playerId, tokenHash: hashSecret(token) };
    refuseExhausted(operation, playerId, service, now);
    const found = await readInTurn(operation, playerId, service, { address, response }, () =>
      readPlayer(operation, { sender, params: request.params, query: request.query, now }, service),
    );
    if (found === undefined) throw tokenRefused();
    return { caller: await playerOfSession(sender, found.session, service, now), data: found.data };
  } catch (error) {
    const token = presentedToken(request);
    const refused = error instanceof AppError && error.code === 'unauthorized';
    if (refused && token !== undefined) service.tokenTags.refuse(token);
    throw error;
  }
}

/**
 * @throws AppError `rate-limited` if the player has used up a limit of the operation. The installation
 *   of an account is not known yet.
 */
function refuseExhausted({ limits = [] }: Operation, playerId: string, service: Service, now: number): void {
  for (const limit of limits) {
    const refusal = service.limits.refusal(limit, playerId, now);
    if (refusal !== undefined) throw refusal;
  }
}

/** The player's session, with what the operation asks for. Undefined if there is no such player. */
async function readPlayer(
  operation: Operation,
  request: Parameters<NonNullable<Operation['read']>>[0],
  service: Service,
): Promise<PlayerRead | undefined> {
  if (operation.read !== undefined) return operation.read(request, service);
  const session = await service.store.players.session(request.sender);
  return session && { session, data: undefined };
}

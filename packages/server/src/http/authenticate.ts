import { isMember, type TeamCaller } from '../operations/callers.ts';
import type { Admitted, ApiRequest, Served } from './api-request.ts';
import { authenticateKey } from './callers/key.ts';
import { authenticateMember } from './callers/member.ts';
import { authenticatePlayer, reauthenticatePlayer } from './callers/player.ts';
import { checkRole } from './check-caller.ts';
import type { Arrival } from './guard/guard.ts';
import type { Service } from './service.ts';
import { sessionOf } from './session-cookie.ts';

/** How old the check of a caller may be when its request is handled, in milliseconds. */
const MAX_CHECK_AGE_MS = 1000;

type Authenticated = Pick<Admitted, 'caller' | 'data'>;

/**
 * Who sends a request: a player, a member or an API key. Undefined for an operation that anybody may
 * call.
 *
 * @throws AppError `unauthorized`, `cross-site`, `rate-limited`
 */
export async function authenticate(served: Served, request: ApiRequest, arrival: Arrival): Promise<Authenticated> {
  const { operation, service } = served;
  if (operation.auth === 'none') return { caller: undefined, data: undefined };
  using _slot = await service.guard.lookupSlot(request, arrival);
  if (operation.auth === 'player') {
    const player = await authenticatePlayer(served, request, arrival);
    request.caller = { id: player.caller.session.player_id };
    return player;
  }
  const caller = await authenticateTeam(served, request, arrival.now);
  request.caller = { id: caller.id, team: caller };
  service.guard.trust(request.headers);
  noteUse(caller, service, arrival.now);
  return { caller, data: undefined };
}

/** The API key in the header or, without that header, the member of the session in the cookie. */
function authenticateTeam({ operation, service }: Served, request: ApiRequest, now: number): Promise<TeamCaller> {
  const isSession = request.headers.authorization === undefined && sessionOf(request) !== undefined;
  return operation.auth === 'member' || isSession
    ? authenticateMember(request, service, now)
    : authenticateKey(request, service, now);
}

/** Records that a key or session is used. An open stream does not count as a use. */
function noteUse(caller: TeamCaller, { lastUse }: Service, now: number): void {
  if (isMember(caller)) lastUse.note('memberSessions', caller.session.session_hash, now);
  else lastUse.note('apiKeys', caller.id, now);
}

/**
 * The caller of a request, just before it is handled. The body may have arrived slowly, and the
 * request may have waited for its turn. If that took long, this checks the caller again: somebody
 * who lost access meanwhile must not finish the request.
 *
 * @throws AppError `unauthorized`, `forbidden`, `second-factor-missing`
 */
export async function callerNow(
  served: Served,
  request: ApiRequest,
  { caller, now }: Admitted,
): Promise<Admitted['caller']> {
  const { service } = served;
  if (caller === undefined || service.clock() - now < MAX_CHECK_AGE_MS) return caller;
  return 'role' in caller ? reauthenticateTeam(served, request) : reauthenticatePlayer(caller, service);
}

/**
 * Authenticates a member or an API key again, and checks its role.
 *
 * @throws AppError `unauthorized`, `forbidden`, `second-factor-missing`
 */
export async function reauthenticateTeam(served: Served, request: ApiRequest): Promise<TeamCaller> {
  const caller = await authenticateTeam(served, request, served.service.clock());
  checkRole(served.operation, caller);
  return caller;
}

import { hasRole } from '../domain/access.ts';
import { AppError } from '../errors.ts';
import { isMember, type TeamCaller } from '../operations/callers.ts';
import type { Operation } from '../operations/operation.ts';
import { admitPlayer, readmitPlayer } from './admit-player.ts';
import type { Admitted, ApiRequest } from './api-request.ts';
import { authenticateMember, authenticateTeam } from './authenticate.ts';
import { authenticateInTurn } from './refused-addresses.ts';
import { requireFactor } from './require-factor.ts';
import { refuseCrossSite } from './same-origin.ts';
import type { Service } from './service.ts';
import type { Exchange } from './turns.ts';

/** How old the check of a caller may be when its request is handled, in milliseconds. */
const MAX_CHECK_AGE_MS = 1000;

/**
 * Authenticates the caller and checks its role. Counts the request against the limits of its
 * address and caller.
 *
 * @throws AppError `unauthorized`, `forbidden`, `second-factor-missing`, `cross-site`,
 *   `rate-limited`
 */
export async function admit(
  operation: Operation,
  request: ApiRequest,
  service: Service,
  { address, response }: Exchange,
): Promise<Admitted> {
  const { auth, addressLimit } = operation;
  const now = service.clock();
  // First: a page of another site must not use up the limit of its visitor.
  if (operation.signsIn || operation.ownPagesOnly) refuseCrossSite(request);
  if (addressLimit !== undefined) service.limits.consume(addressLimit, address, now);
  if (auth === 'player') {
    return { ...(await admitPlayer(operation, request, service, { address, response, now })), address, now };
  }
  const caller = auth === 'none' ? undefined : await admitTeam(operation, request, service, { address, now });
  return { caller, data: undefined, address, now };
}

/**
 * Admits a member or an API key.
 *
 * @throws AppError `unauthorized`, `forbidden`, `second-factor-missing`, `cross-site`,
 *   `rate-limited`
 */
async function admitTeam(
  operation: Operation,
  request: ApiRequest,
  service: Service,
  { address, now }: Pick<Admitted, 'address' | 'now'>,
): Promise<TeamCaller> {
  const { method, storesNothing = method === 'GET' } = operation;
  const caller = await authenticateInTurn(request, service, address, () =>
    authenticate(operation, request, service, now),
  );
  request.caller = { id: caller.id, team: caller };
  service.validCredentials.add(request.headers);
  noteUse(caller, service, now);
  service.limits.consume('team', caller.id, now);
  if (!storesNothing) service.limits.consume('teamWrite', caller.id, now);
  requireRole(operation, caller);
  return caller;
}

/**
 * The caller of an admitted request, just before the request is handled. The body may have arrived
 * slowly, and the request may have waited for its turn. If that took long, this checks the caller
 * again: access that has ended meanwhile must not finish what it began.
 *
 * @throws AppError `unauthorized`, `forbidden`, `second-factor-missing`
 */
export async function callerNow(
  operation: Operation,
  request: ApiRequest,
  service: Service,
  { caller, now }: Admitted,
): Promise<Admitted['caller']> {
  if (caller === undefined || service.clock() - now < MAX_CHECK_AGE_MS) return caller;
  return 'role' in caller ? readmitTeam(operation, request, service) : readmitPlayer(caller, service);
}

/**
 * Authenticates a team caller again, and checks its role.
 *
 * @throws AppError `unauthorized`, `forbidden`, `second-factor-missing`
 */
export async function readmitTeam(operation: Operation, request: ApiRequest, service: Service): Promise<TeamCaller> {
  const caller = await authenticate(operation, request, service, service.clock());
  requireRole(operation, caller);
  return caller;
}

function authenticate({ auth }: Operation, request: ApiRequest, service: Service, now: number): Promise<TeamCaller> {
  return auth === 'team' ? authenticateTeam(request, service, now) : authenticateMember(request, service, now);
}

/** @throws AppError `forbidden`, `second-factor-missing` */
function requireRole(operation: Operation, caller: TeamCaller): void {
  const { role, keyRole = role, membersOnly } = operation;
  // An operation that grants access checks the role again in its transaction.
  const least = caller.type === 'api_key' ? keyRole : role;
  if (least === undefined || !hasRole(caller, least)) {
    throw new AppError('forbidden', { detail: `This needs the role ${least}. Your role is ${caller.role}.` });
  }
  if (membersOnly && caller.type !== 'member') {
    throw new AppError('forbidden', { detail: 'API keys cannot do this. Sign in as a member.' });
  }
  requireFactor(operation, caller);
}

/** Records that a key or session is used. A stream that stays open is no use. */
function noteUse(caller: TeamCaller, { lastUse }: Service, now: number): void {
  if (isMember(caller)) lastUse.note('memberSessions', caller.session.session_hash, now);
  else lastUse.note('apiKeys', caller.id, now);
}

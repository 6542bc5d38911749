import { hasRole } from '../../domain/access.ts';
import { AppError } from '../../errors.ts';
import { isMember, type TeamCaller } from '../../operations/callers.ts';
import type { Operation } from '../../operations/operation.ts';
import { lacksFactor } from '../../team/session/present-session.ts';
import type { ApiRequest, Served } from '../service.ts';
import { sessionOf } from '../session-cookie.ts';
import { authenticateKey } from './key.ts';
import { authenticateMember } from './member.ts';

/**
 * Authenticates a member or key, and records the use. Throws AppError `unauthorized`, `cross-site`.
 */
export async function authenticateTeam(served: Served, request: ApiRequest, now: number): Promise<TeamCaller> {
  const { guard, lastUse } = served.service;
  const caller = await teamCallerOf(served, request, now);
  guard.trust(request.headers);
  if (isMember(caller)) lastUse.note('memberSessions', caller.session.session_hash, now);
  else lastUse.note('apiKeys', caller.id, now);
  return caller;
}

/** Authenticates by the API key in the header, or else by the session cookie. */
function teamCallerOf({ operation, service }: Served, request: ApiRequest, now: number): Promise<TeamCaller> {
  const isSession = request.headers.authorization === undefined && sessionOf(request) !== undefined;
  return operation.auth === 'member' || isSession
    ? authenticateMember(request, service, now)
    : authenticateKey(request, service, now);
}

/**
 * Authenticates and checks the role again. An open stream does not count as a use.
 *
 * @throws AppError `unauthorized`, `forbidden`, `second-factor-missing`
 */
export async function reauthenticateTeam(served: Served, request: ApiRequest): Promise<TeamCaller> {
  const caller = await teamCallerOf(served, request, served.service.clock());
  checkRole(served.operation, caller);
  return caller;
}

/**
 * Refuses callers without the role, or without a required second factor, except to set one up.
 * Throws AppError `forbidden`, `second-factor-missing`.
 */
export function checkRole({ role, keyRole = role, membersOnly, withoutFactor }: Operation, caller: TeamCaller): void {
  // Operations that grant access check the role again in their transaction.
  const least = caller.type === 'api_key' ? keyRole : role;
  if (least === undefined || !hasRole(caller, least)) {
    throw new AppError('forbidden', { detail: `This needs the role ${least}. Your role is ${caller.role}.` });
  }
  if (membersOnly && caller.type !== 'member') {
    throw new AppError('forbidden', { detail: 'API keys cannot do this. Sign in as a member.' });
  }
  if (!withoutFactor && isMember(caller) && lacksFactor(caller.session)) throw new AppError('second-factor-missing');
}

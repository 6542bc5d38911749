import { hasRole } from '../domain/access.ts';
import { AppError } from '../errors.ts';
import { isMember, type TeamCaller } from '../operations/callers.ts';
import type { Call, Operation } from '../operations/operation.ts';
import { lacksFactor } from '../team/session/lacks-factor.ts';

/**
 * Checks the role of a member or a key.
 *
 * @throws AppError `unauthorized`, `forbidden`, `second-factor-missing`
 */
export function checkCaller(operation: Operation, caller: Call['caller']): void {
  if (caller === undefined) return;
  if ('role' in caller) checkRole(operation, caller);
}

/**
 * Refuses a caller without the role, and a member without a second factor if the owners require one.
 * The operations that set up a second factor stay allowed.
 *
 * @throws AppError `forbidden`, `second-factor-missing`
 */
export function checkRole({ role, keyRole = role, membersOnly, withoutFactor }: Operation, caller: TeamCaller): void {
  // An operation that grants access checks the role again in its transaction.
  const least = caller.type === 'api_key' ? keyRole : role;
  if (least === undefined || !hasRole(caller, least)) {
    throw new AppError('forbidden', { detail: `This needs the role ${least}. Your role is ${caller.role}.` });
  }
  if (membersOnly && caller.type !== 'member') {
    throw new AppError('forbidden', { detail: 'API keys cannot do this. Sign in as a member.' });
  }
  if (!withoutFactor && isMember(caller) && lacksFactor(caller.session)) throw new AppError('second-factor-missing');
}

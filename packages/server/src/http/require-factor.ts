import { AppError } from '../errors.ts';
import { isMember, type TeamCaller } from '../operations/callers.ts';
import type { Operation } from '../operations/operation.ts';
import { lacksFactor } from '../team/session/lacks-factor.ts';

/**
 * Refuses a member without a second factor if the owners require one. The operations that set one
 * up stay allowed.
 *
 * @throws AppError `second-factor-missing`
 */
export function requireFactor({ withoutFactor }: Operation, caller: TeamCaller): void {
  if (!withoutFactor && isMember(caller) && lacksFactor(caller.session)) throw new AppError('second-factor-missing');
}

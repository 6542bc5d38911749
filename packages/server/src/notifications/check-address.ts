import type { FieldProblem } from '@player-support/contract/field-problems';
import { AppError } from '../errors.ts';
import { ConcurrencyLimiter } from '../limits/concurrency-limiter.ts';
import { type NameRules, problemOfName, problemOfUrl } from '../network/webhook-address.ts';

/** Few at once: a name without an answer takes five seconds. */
const OF_MEMBER = { maxRunning: 1, maxQueued: 0, perTurn: false };
const OF_PROCESS = { maxRunning: 4, maxQueued: 8, perTurn: false, refusal: tooMany };
/** One limit for all members. */
const PROCESS = 'process';
const RETRY_AFTER_SECONDS = 5;

export function createAddressCheck(rules: NameRules) {
  const ofMember = new ConcurrencyLimiter(OF_MEMBER);
  const ofProcess = new ConcurrencyLimiter(OF_PROCESS);
  /**
   * Throws AppError `rate-limited` while the member's earlier check runs, `unavailable` with too
   * many of others.
   */
  return async (address: string, memberId: string): Promise<FieldProblem | undefined> => {
    const problem = problemOfUrl(address, rules.allowPrivate);
    if (problem !== undefined) return problem;
    using _slotOfMember = await ofMember.enter(memberId);
    using _slotOfProcess = await ofProcess.enter(PROCESS);
    return await problemOfName(address, rules);
  };
}

function tooMany(): AppError {
  return new AppError('unavailable', {
    detail: 'Too many addresses are being checked.',
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });
}

import type { FieldProblem } from '@player-support/contract/field-problems';
import { AppError } from '../errors.ts';
import { ConcurrencyLimiter } from '../limits/concurrency-limiter.ts';
import { type NameRules, problemOfName, problemOfUrl } from '../network/webhook-address.ts';

/** A name without an answer takes five seconds, so few look-ups of one member or process run at once. */
const OF_MEMBER = { maxRunning: 1, maxQueued: 0, perTurn: false };
const OF_PROCESS = { maxRunning: 4, maxQueued: 8, perTurn: false, refusal: tooMany };
/** All members share one limit, so the key is the same for all. */
const PROCESS = 'process';
const RETRY_AFTER_SECONDS = 5;

/** Checks the addresses that members enter for their webhooks. */
export function createAddressCheck(rules: NameRules) {
  const ofMember = new ConcurrencyLimiter(OF_MEMBER);
  const ofProcess = new ConcurrencyLimiter(OF_PROCESS);
  /**
   * Why a member must not use an address.
   *
   * @throws AppError `rate-limited`: an earlier check of the member runs; `unavailable`: too many of others
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

import { AppError } from '../../errors.ts';
import type { LimitName } from '../../limits/limits.ts';
import type { Service } from '../../operations/service.ts';

interface Guess {
  readonly address: string;
  readonly email: string;
  readonly now: number;
}

/** Errors that were marked by `wrongGuess`. */
const wrongGuesses = new WeakSet<AppError>();

/** Marks an error as a wrong password or code, and returns it. */
export function wrongGuess(error: AppError): AppError {
  wrongGuesses.add(error);
  return error;
}

/**
 * Runs `attempt`, which checks a member's password or code, and limits wrong guesses. An attempt is
 * counted before it runs, so that parallel requests cannot exceed the limit. The count is taken
 * back unless the attempt throws a `wrongGuess`.
 *
 * Guesses are counted for each pair of address and account, so that a stranger cannot lock a member
 * out, and also for each address.
 *
 * @throws AppError `rate-limited` before the attempt, and what the attempt throws
 */
export async function countGuess<T>(
  { limits }: Pick<Service, 'limits'>,
  { address, email, now }: Guess,
  attempt: () => Promise<T>,
): Promise<T> {
  const counted: [LimitName, string][] = [];
  const count = (limit: LimitName, key: string) => {
    limits.consume(limit, key, now);
    counted.push([limit, key]);
  };
  const refund = () => {
    for (const [limit, key] of counted) limits.refund(limit, key, now);
  };
  try {
    count('signIn', `${address} ${email}`);
    count('signInAddress', address);
    const result = await attempt();
    refund();
    return result;
  } catch (error) {
    if (!(error instanceof AppError && wrongGuesses.has(error))) refund();
    throw error;
  }
}

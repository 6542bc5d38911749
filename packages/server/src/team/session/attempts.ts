import { AppError } from '../../errors.ts';
import type { LimitName } from '../../limits/limits.ts';
import type { Service } from '../../operations/service.ts';

interface Guess {
  readonly address: string;
  readonly email: string;
  readonly now: number;
}

/** Refusals of a wrong password or code. */
const wrongGuesses = new WeakSet<AppError>();

/** Marks the refusal of a wrong password or code, and returns it. */
export function wrongGuess(error: AppError): AppError {
  wrongGuesses.add(error);
  return error;
}

/**
 * Runs `attempt`, which tries a member's password or code. It is counted before the work, so
 * parallel requests cannot exceed the limit. It stays counted only if it throws a `wrongGuess`:
 * success and any other failure, such as a full queue or database, take it back.
 *
 * Guesses are counted by address and account together, so that a stranger's guesses lock out nobody
 * else, and by address.
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
  const takeBack = () => {
    for (const [limit, key] of counted) limits.refund(limit, key, now);
  };
  try {
    count('signIn', `${address} ${email}`);
    count('signInAddress', address);
    const result = await attempt();
    takeBack();
    return result;
  } catch (error) {
    if (!(error instanceof AppError && wrongGuesses.has(error))) takeBack();
    throw error;
  }
}

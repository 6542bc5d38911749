import type { LimitName } from '../../config/limits.ts';
import { AppError } from '../../errors.ts';
import type { Available } from '../../operations/context.ts';

interface Guess {
  readonly address: string;
  readonly email: string;
  /** The hash of the browser's secret or session, after an earlier sign-in. */
  readonly knownBrowser: string | undefined;
  readonly now: number;
}

const wrongGuesses = new WeakSet<AppError>();

/** Marks a wrong password or code. */
export function wrongGuess(error: AppError): AppError {
  wrongGuesses.add(error);
  return error;
}

/**
 * Runs `attempt`, which checks a member's password or code, and limits wrong guesses. An attempt is
 * counted before it runs, so that parallel requests cannot exceed the limit. The count is taken
 * back unless the attempt throws a `wrongGuess`.
 *
 * Guesses are counted for each pair of address and account, for each address, and for each account.
 * A browser in which the member signed in before has a count of its own for the account. So nobody
 * else can lock the member out there, and a stolen browser does not help to guess from many
 * addresses.
 *
 * @throws AppError `rate-limited` before the attempt, and what the attempt throws
 */
export async function countGuess<T>(
  { limits }: Pick<Available, 'limits'>,
  { address, email, knownBrowser, now }: Guess,
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
    count('signIn', `${knownBrowser ?? address} ${email}`);
    // What others do at the address or account does not stop a known browser.
    if (knownBrowser === undefined) {
      count('signInAddress', address);
      count('signInAccount', email);
    }
    const result = await attempt();
    refund();
    return result;
  } catch (error) {
    if (!(error instanceof AppError && wrongGuesses.has(error))) refund();
    throw error;
  }
}

import type { AppError } from '../../errors.ts';
import type { LimitName } from '../../http/limits.ts';
import type { Service } from '../../http/service.ts';

interface Guess {
  readonly address: string;
  readonly email: string;
  readonly now: number;
}

/**
 * Runs `attempt`, which tries a member's password or code. It counts as a wrong guess from its beginning, so that many at
 * once are as many as one after another. It stays counted only if it throws what it handed to `wrong`: success and any
 * other failure, such as a full queue or database, take it back.
 *
 * Guesses are counted by address and account together, so that a stranger's guesses lock out nobody else, and by address.
 *
 * @throws AppError `rate-limited` before the attempt, and what the attempt throws
 */
export async function asGuess<T>(
  { limits }: Pick<Service, 'limits'>,
  { address, email, now }: Guess,
  attempt: (wrong: (error: AppError) => AppError) => Promise<T>,
): Promise<T> {
  const counted: [LimitName, string][] = [];
  const count = (limit: LimitName, key: string) => {
    limits.consume(limit, key, now);
    counted.push([limit, key]);
  };
  const takeBack = () => {
    for (const [limit, key] of counted) limits.refund(limit, key, now);
  };
  let wrongGuess: AppError | undefined;
  const wrong = (error: AppError) => {
    wrongGuess = error;
    return error;
  };
  try {
    count('signIn', `${address} ${email}`);
    count('signInAddress', address);
    const result = await attempt(wrong);
    takeBack();
    return result;
  } catch (error) {
    if (error !== wrongGuess) takeBack();
    throw error;
  }
}

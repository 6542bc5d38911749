import type { Service } from '../../http/service.ts';

/**
 * Counts a guess of a member's password or code. Counted by account and address together, so that a stranger's guesses
 * lock nobody else out, and by address. It counts before it is known to be wrong, so that many at once are as many;
 * what is returned takes it back.
 *
 * @throws AppError `rate-limited`
 */
export function countGuess(
  { limits }: Pick<Service, 'limits'>,
  address: string,
  email: string,
  now: number,
): () => void {
  const account = `${address} ${email}`;
  limits.consume('signIn', account, now);
  limits.consume('signInAddress', address, now);
  return () => {
    limits.refund('signIn', account);
    limits.refund('signInAddress', address);
  };
}

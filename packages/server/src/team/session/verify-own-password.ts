import { type AppError, invalid } from '../../errors.ts';
import type { Available } from '../../operations/context.ts';
import type { Call } from '../../operations/operation.ts';
import { countGuess, wrongGuess } from './attempts.ts';

/** The fields of request bodies with the password of the caller. */
type PasswordField = 'password' | 'currentPassword';

/**
 * Verifies the password of the calling member: a stolen session must not be enough for a change of
 * how the member signs in.
 *
 * @param field of the request body
 * @throws AppError `validation` if it is wrong, `rate-limited`, `unavailable`
 */
export async function verifyOwnPassword(
  { caller, client, now }: Pick<Call<'member'>, 'caller' | 'client' | 'now'>,
  context: Pick<Available, 'passwords' | 'limits'>,
  password: string,
  field: PasswordField = 'password',
): Promise<void> {
  const { email, password_hash, session_hash } = caller.session;
  const guess = { address: client().address, email, knownBrowser: session_hash, now };
  await countGuess(context, guess, async () => {
    if (await context.passwords.verify(password_hash, password)) return;
    throw wrongGuess(wrongOwnPassword(field));
  });
}

/** The refusal of a password that is not that of the calling member. */
export function wrongOwnPassword(field: PasswordField): AppError {
  return invalid(field, field === 'password' ? 'wrong-own-password' : 'wrong-current-password');
}

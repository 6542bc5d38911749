import { type AppError, invalid } from '../../errors.ts';
import type { Available } from '../../operations/context.ts';
import type { Call } from '../../operations/operation.ts';
import { countOwnGuess, wrongGuess } from './attempts.ts';

type PasswordField = 'password' | 'currentPassword';

/**
 * A stolen session must not change how the member signs in. Throws AppError `validation` at `field`
 * if it is wrong, `rate-limited`, `unavailable`.
 */
export async function verifyOwnPassword(
  call: Pick<Call<'member'>, 'caller' | 'client' | 'now'>,
  context: Pick<Available, 'passwords' | 'limits'>,
  password: string,
  field: PasswordField = 'password',
): Promise<void> {
  await countOwnGuess(call, context, async () => {
    const isRight = await context.passwords.verify(call.caller.session.password_hash, password);
    if (!isRight) throw wrongGuess(wrongOwnPassword(field));
  });
}

/** Returns the refusal of the caller's wrong password. */
export function wrongOwnPassword(field: PasswordField): AppError {
  return invalid(field, field === 'password' ? 'wrong-own-password' : 'wrong-current-password');
}

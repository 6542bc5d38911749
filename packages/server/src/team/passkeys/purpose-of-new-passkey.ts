import { hash } from 'node:crypto';
import type { MemberRow, PasskeyRow } from '../../store/tables.ts';
import type { Purpose } from './challenge.ts';

/** The factors of a member, as far as a new passkey depends on them. */
interface Factors {
  readonly member: Pick<MemberRow, 'member_id' | 'password_hash' | 'totp_secret'>;
  readonly passkeys: readonly Pick<PasskeyRow, 'passkey_id'>[];
}

/**
 * What a challenge for a new passkey proves. It changes with the password and the factors of the
 * member. So a challenge from before a new factor or a new password is useless.
 */
export function purposeOfNewPasskey({ member, passkeys }: Factors): Purpose {
  const { member_id: id, password_hash: password, totp_secret: totp } = member;
  const state = JSON.stringify([password, totp !== null, passkeys.map(({ passkey_id }) => passkey_id)]);
  return `add ${id} ${hash('sha256', state, 'base64url')}`;
}

import { hash } from 'node:crypto';
import type { MemberRow, PasskeyRow } from '../../store/tables.ts';
import type { Purpose } from '../session/challenge.ts';

interface Factors {
  readonly member: Pick<MemberRow, 'member_id' | 'password_hash' | 'totp_secret'>;
  readonly passkeys: readonly Pick<PasskeyRow, 'passkey_id'>[];
}

/**
 * Returns what a challenge proves. It changes with the member's password and factors, so challenges
 * from before a change are useless.
 */
export function purposeOfNewPasskey({ member, passkeys }: Factors): Purpose {
  const { member_id: id, password_hash: password, totp_secret: totp } = member;
  const state = JSON.stringify([password, totp !== null, passkeys.map(({ passkey_id }) => passkey_id)]);
  return `add ${id} ${hash('sha256', state, 'base64url')}`;
}

import { hash } from 'node:crypto';
import type { MemberRow, PasskeyRow } from '../../store/tables.ts';
import type { Purpose } from '../session/webauthn.ts';

/** COSE algorithms (RFC 9053): EdDSA, ES256 and RS256. All devices have one. */
export const ALGORITHMS = [-8, -7, -257];

/**
 * Returns what a challenge proves. It changes with the member's password and factors, so challenges
 * from before a change are useless.
 */
export function purposeOfNewPasskey(
  { member_id, password_hash, totp_secret }: Pick<MemberRow, 'member_id' | 'password_hash' | 'totp_secret'>,
  passkeys: readonly PasskeyRow[],
): Purpose {
  const state = JSON.stringify([password_hash, totp_secret !== null, passkeys.map(({ passkey_id }) => passkey_id)]);
  return `add ${member_id} ${hash('sha256', state, 'base64url')}`;
}

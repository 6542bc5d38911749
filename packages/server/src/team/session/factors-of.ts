import type { SecondFactor } from '@player-support/contract/enums';
import type { MemberRow, PasskeyRow } from '../../store/tables.ts';

/** One is enough at a sign-in. */
export function factorsOf({ totp_secret }: MemberRow, passkeys: readonly PasskeyRow[]): SecondFactor[] {
  return [...(totp_secret === null ? [] : ['code' as const]), ...(passkeys.length === 0 ? [] : ['passkey' as const])];
}

import type { SessionAndMember } from '../../store/member-sessions.ts';

/** Whether the owners require a second factor and the member has none. */
export function lacksFactor({ totp_secret, has_passkey, factor_required }: SessionAndMember): boolean {
  return factor_required === 1 && totp_secret === null && has_passkey === 0;
}

import type { SessionAndMember } from '../../store/member-sessions.ts';

/** The columns of a session that say which second factors its member has and needs. */
export type FactorState = Pick<SessionAndMember, 'totp_secret' | 'has_passkey' | 'factor_required' | 'check_at'>;

/**
 * Whether the owners require a second factor and the member has none. For a session that began at a
 * provider, that is up to the provider.
 */
export function lacksFactor({ totp_secret, has_passkey, factor_required, check_at }: FactorState): boolean {
  return check_at === null && factor_required === 1 && totp_secret === null && has_passkey === 0;
}

import type { SessionAndMember } from '../../store/member-sessions.ts';

export type FactorState = Pick<SessionAndMember, 'totp_secret' | 'has_passkey' | 'factor_required' | 'check_at'>;

/**
 * The owners require a factor and the member lacks one. For sessions from a provider, that is up to
 * the provider.
 */
export function lacksFactor({ totp_secret, has_passkey, factor_required, check_at }: FactorState): boolean {
  return check_at === null && factor_required === 1 && totp_secret === null && has_passkey === 0;
}

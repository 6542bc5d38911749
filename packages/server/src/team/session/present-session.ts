import type { SessionResponse } from '@player-support/contract/team/session';
import { iso, isoOrNull } from '../../domain/time.ts';
import type { SessionAndMember } from '../../store/member-sessions.ts';
import type { MemberRow } from '../../store/tables.ts';
import { presentMember } from '../members/present-member.ts';

type FactorState = Pick<SessionAndMember, 'totp_secret' | 'has_passkey' | 'factor_required' | 'check_at'>;

/** The owners require a factor, and the member has none. A provider's sessions need none here. */
export function lacksFactor({ totp_secret, has_passkey, factor_required, check_at }: FactorState): boolean {
  return check_at === null && factor_required === 1 && totp_secret === null && has_passkey === 0;
}

export function presentSession(session: MemberRow & FactorState & { readonly expires_at: number }): SessionResponse {
  return {
    member: presentMember(session),
    expiresAt: iso(session.expires_at),
    passkey: session.has_passkey === 1,
    secondFactorMissing: lacksFactor(session),
    wrongCodesAt: isoOrNull(session.code_alert_at),
  };
}

interface NewSession {
  readonly member: MemberRow;
  readonly hasPasskey: boolean;
  readonly isRequired: boolean;
}

/** Shows one that began here just now, not at a provider. */
export function presentNewSession({ member, hasPasskey, isRequired }: NewSession, expires_at: number): SessionResponse {
  const state = { has_passkey: hasPasskey ? 1 : 0, factor_required: isRequired ? 1 : 0, check_at: null };
  return presentSession({ ...member, ...state, expires_at });
}

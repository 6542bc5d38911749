import type { SessionResponse } from '@player-support/contract/team/session';
import { iso, isoOrNull } from '../../domain/time.ts';
import type { SessionAndMember } from '../../store/member-sessions.ts';
import type { MemberRow } from '../../store/tables.ts';
import { presentMember } from '../members/present-member.ts';
import { lacksFactor } from './lacks-factor.ts';

export function presentSession(session: SessionAndMember): SessionResponse {
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
  /** Whether the owners require a second factor. */
  readonly isRequired: boolean;
}

export function presentNewSession({ member, hasPasskey, isRequired }: NewSession, expiresAt: number): SessionResponse {
  return {
    member: presentMember(member),
    expiresAt: iso(expiresAt),
    passkey: hasPasskey,
    secondFactorMissing: isRequired && member.totp_secret === null && !hasPasskey,
    wrongCodesAt: isoOrNull(member.code_alert_at),
  };
}

import type { SessionResponse } from '@player-support/contract/team/session';
import { iso } from '../../domain/time.ts';
import type { MemberRow } from '../../store/tables.ts';
import { presentMember } from '../members/present-member.ts';

export function presentSession(member: MemberRow, expiresAt: number): SessionResponse {
  return { member: presentMember(member), expiresAt: iso(expiresAt) };
}

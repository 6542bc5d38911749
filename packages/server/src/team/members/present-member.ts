import type { MemberResponse } from '@player-support/contract/team/members';
import { projectIdsOf } from '../../domain/access.ts';
import { iso } from '../../domain/time.ts';
import type { MemberRow } from '../../store/tables.ts';

export const presentProjectIds = (json: string | null) => projectIdsOf(json)?.slice() ?? null;

export function presentMember(row: MemberRow): MemberResponse {
  return {
    id: row.member_id,
    email: row.email,
    name: row.name,
    role: row.role,
    projectIds: presentProjectIds(row.project_ids),
    disabled: row.disabled_at !== null,
    totp: row.totp_secret !== null,
    createdAt: iso(row.created_at),
  };
}

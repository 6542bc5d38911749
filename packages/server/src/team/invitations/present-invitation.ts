import type { InvitationResponse } from '@player-support/contract/team/invitations';
import { iso } from '../../domain/time.ts';
import type { InvitationRow } from '../../store/tables.ts';
import { presentProjectIds } from '../members/present-member.ts';

export function presentInvitation(row: InvitationRow): InvitationResponse {
  return {
    id: row.invitation_id,
    email: row.email,
    role: row.role,
    projectIds: presentProjectIds(row.project_ids),
    memberId: row.member_id,
    createdAt: iso(row.created_at),
    expiresAt: iso(row.expires_at),
    createdBy: row.created_by,
  };
}

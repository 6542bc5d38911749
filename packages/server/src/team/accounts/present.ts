import type {
  ApiKeyResponse,
  AuditEntryResponse,
  InvitationResponse,
  MemberResponse,
  SessionResponse,
} from '@player-support/contract/accounts';
import { projectIdsOf } from '../../domain/access.ts';
import { iso, isoOrNull } from '../../domain/time.ts';
import type { ApiKeyRow, AuditEntryRow, InvitationRow, MemberRow } from '../../store/tables.ts';

const projectsOf = (json: string | null) => projectIdsOf(json)?.slice() ?? null;

export function presentMember(row: MemberRow): MemberResponse {
  return {
    id: row.member_id,
    email: row.email,
    name: row.name,
    role: row.role,
    projectIds: projectsOf(row.project_ids),
    disabled: row.disabled_at !== null,
    totp: row.totp_secret !== null,
    createdAt: iso(row.created_at),
  };
}

export function presentSession(member: MemberRow, expiresAt: number): SessionResponse {
  return { member: presentMember(member), expiresAt: iso(expiresAt) };
}

export function presentInvitation(row: InvitationRow): InvitationResponse {
  return {
    id: row.invitation_id,
    email: row.email,
    role: row.role,
    projectIds: projectsOf(row.project_ids),
    memberId: row.member_id,
    createdAt: iso(row.created_at),
    expiresAt: iso(row.expires_at),
    createdBy: row.created_by,
  };
}

export function presentApiKey(row: ApiKeyRow): ApiKeyResponse {
  return {
    id: row.api_key_id,
    name: row.name,
    role: row.role,
    projectIds: projectsOf(row.project_ids),
    createdAt: iso(row.created_at),
    createdBy: row.created_by,
    lastUsedAt: isoOrNull(row.last_used_at),
    expiresAt: isoOrNull(row.expires_at),
    suspendedAt: isoOrNull(row.suspended_at),
    revokedAt: isoOrNull(row.revoked_at),
  };
}

export function presentAuditEntry(row: AuditEntryRow): AuditEntryResponse {
  return {
    id: row.audit_entry_id,
    at: iso(row.created_at),
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    action: row.action,
    projectId: row.project_id,
    target: row.target,
    details: JSON.parse(row.details) as Record<string, unknown>,
  };
}

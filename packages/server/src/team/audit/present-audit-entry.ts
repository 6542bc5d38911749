import type { AuditEntryResponse } from '@player-support/contract/team/audit';
import { iso } from '../../domain/time.ts';
import type { AuditEntryRow } from '../../store/tables.ts';

export function presentAuditEntry(row: AuditEntryRow): AuditEntryResponse {
  return {
    id: row.audit_entry_id,
    at: iso(row.created_at),
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    action: row.action,
    projectId: row.project_id,
    target: row.target,
    address: row.address,
    requestId: row.request_id,
    occurrences: row.occurrences,
    details: JSON.parse(row.details) as Record<string, unknown>,
  };
}

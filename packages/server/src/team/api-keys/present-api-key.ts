import type { ApiKeyResponse } from '@player-support/contract/team/api-keys';
import { projectIdsOf } from '../../domain/access.ts';
import { iso, isoOrNull } from '../../domain/time.ts';
import type { ApiKeyRow } from '../../store/tables.ts';

export function presentApiKey(row: ApiKeyRow): ApiKeyResponse {
  return {
    id: row.api_key_id,
    name: row.name,
    role: row.role,
    projectIds: projectIdsOf(row.project_ids),
    createdAt: iso(row.created_at),
    createdBy: row.created_by,
    lastUsedAt: isoOrNull(row.last_used_at),
    expiresAt: isoOrNull(row.expires_at),
    suspendedAt: isoOrNull(row.suspended_at),
    revokedAt: isoOrNull(row.revoked_at),
  };
}

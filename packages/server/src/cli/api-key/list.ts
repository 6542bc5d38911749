import { Command } from '@commander-js/extra-typings';
import { projectIdsOf } from '../../domain/access.ts';
import { isUsable } from '../../domain/api-key.ts';
import { iso, isoOrNull } from '../../domain/time.ts';
import type { ApiKeyRow } from '../../store/tables.ts';
import { print, printTable } from '../output.ts';
import { withStore } from '../with-store.ts';

const TITLES = ['ID', 'STATE', 'ROLE', 'WHERE', 'CREATED BY', 'CREATED', 'LAST USED', 'EXPIRES', 'NAME'];

export const listApiKeys = new Command('list')
  .description('list the team API keys, without their secrets')
  .option('--json', 'print JSON')
  .action(async ({ json }) => {
    const rows = await withStore((store) => store.apiKeys.list());
    if (json) print(JSON.stringify(rows.map(asJson)));
    else {
      const now = Date.now();
      printTable([TITLES, ...rows.map((row) => asCells(row, now))]);
    }
  });

function asJson(row: ApiKeyRow) {
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

function asCells(row: ApiKeyRow, now: number): string[] {
  const projectIds = projectIdsOf(row.project_ids);
  const where = projectIds === null ? 'all projects' : `${projectIds.length} projects`;
  const times = [row.created_at, row.last_used_at, row.expires_at].map((time) => isoOrNull(time) ?? '-');
  return [row.api_key_id, stateOf(row, now), row.role, where, row.created_by ?? 'operator', ...times, row.name];
}

function stateOf(key: ApiKeyRow, now: number): string {
  if (key.revoked_at !== null) return 'revoked';
  if (key.suspended_at !== null) return 'suspended';
  return isUsable(key, now) ? 'active' : 'expired';
}

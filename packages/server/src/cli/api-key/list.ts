import { Command } from '@commander-js/extra-typings';
import { projectIdsOf } from '../../domain/access.ts';
import { isUsable } from '../../domain/api-key.ts';
import { isoOrNull } from '../../domain/time.ts';
import type { ApiKeyRow } from '../../store/tables.ts';
import { presentApiKey } from '../../team/api-keys/present-api-key.ts';
import { print, printTable } from '../output.ts';
import { withStore } from '../with-store.ts';

const TITLES = ['ID', 'STATE', 'ROLE', 'WHERE', 'CREATED BY', 'CREATED', 'LAST USED', 'EXPIRES', 'NAME'];

export const listApiKeys = new Command('list')
  .description('list the team API keys, without their secrets')
  .option('--json', 'print JSON')
  .action(async ({ json }) => {
    const rows = await withStore((store) => store.apiKeys.list(), { mustExist: true });
    const now = Date.now();
    if (json) print(JSON.stringify(rows.map(presentApiKey)));
    else printTable([TITLES, ...rows.map((row) => asCells(row, now))]);
  });

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

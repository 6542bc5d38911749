import type { MacroResponse } from '@player-support/contract/team/macros';
import { iso } from '../../domain/time.ts';
import type { MacroRow } from '../../store/tables.ts';

export function presentMacro(row: MacroRow): MacroResponse {
  return {
    id: row.macro_id,
    projectId: row.project_id,
    name: row.name,
    body: row.body,
    createdAt: iso(row.created_at),
  };
}

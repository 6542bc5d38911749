import type { MacroResponse } from '@player-support/contract/team/macros';
import { iso, isoOrNull } from '../../domain/time.ts';
import type { MacroRow } from '../../store/tables.ts';
import { actionsOf, textsOf } from './macro-content.ts';

export function presentMacro(row: MacroRow): MacroResponse {
  return {
    id: row.macro_id,
    projectId: row.project_id,
    name: row.name,
    body: row.body,
    texts: textsOf(row),
    actions: actionsOf(row),
    uses: row.uses,
    lastUsedAt: isoOrNull(row.last_used_at),
    createdAt: iso(row.created_at),
  };
}

import type { SavedViewBase } from '@player-support/contract/enums';
import type { SavedViewResponse } from '@player-support/contract/team/views';
import { iso } from '../../domain/time.ts';
import type { MemberCaller } from '../../operations/callers.ts';
import type { SavedViewRow } from '../../store/tables.ts';
import { canChange } from './view-access.ts';

export function presentView(caller: MemberCaller, row: SavedViewRow): SavedViewResponse {
  return {
    id: row.view_id,
    name: row.name,
    ownerId: row.member_id,
    projectId: row.project_id,
    role: row.role,
    // The cast: only these are stored.
    base: row.base as SavedViewBase,
    sort: row.sort,
    filter: row.filter,
    q: row.query,
    canChange: canChange(caller, row),
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  };
}

import type { ProjectResponse } from '@player-support/contract/team/projects';
import { limitsOf } from '../../domain/project.ts';
import { targetsOf } from '../../domain/response-targets.ts';
import { ticketTypesOf } from '../../domain/ticket-types.ts';
import { iso, isoOrNull } from '../../domain/time.ts';
import type { ProjectRow } from '../../store/tables.ts';

export function presentProject(row: ProjectRow): ProjectResponse {
  return {
    id: row.project_id,
    name: row.name,
    publicKey: row.public_key,
    status: row.status,
    autoCloseDays: row.auto_close_days,
    ticketTypes: ticketTypesOf(row),
    limits: limitsOf(row),
    responseTargets: targetsOf(row),
    stormMode: row.storm_mode ?? 'automatic',
    holdingSince: isoOrNull(row.holding_since),
    playerData: row.player_data_url !== null,
    createdAt: iso(row.created_at),
  };
}

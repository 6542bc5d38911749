import type { PlayerResponse } from '@player-support/contract/team/players';
import { parseContext } from '../../domain/context.ts';
import { isAccount } from '../../domain/ids.ts';
import { iso } from '../../domain/time.ts';
import type { PlayerRow } from '../../store/tables.ts';

export function presentPlayer(row: PlayerRow): PlayerResponse {
  return {
    id: row.player_id,
    projectId: row.project_id,
    userId: row.user_id || null,
    verified: isAccount(row.player_id),
    sessionId: row.session_id || null,
    context: parseContext(row.context),
    blocked: row.blocked === 1,
    openTickets: row.open_tickets,
    createdAt: iso(row.created_at),
    lastSeenAt: iso(row.last_seen_at),
  };
}

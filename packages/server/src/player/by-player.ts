import type { Call } from '../operations/operation.ts';
import type { AuditedCall } from '../team/audit/audited.ts';

/** A player's request, for the audit log. @param id the player id of the installation */
export function byPlayer({ operation, now, clock, origin }: Call<'player'>, id: string): AuditedCall {
  return { operation, now, clock, origin, caller: { type: 'system', id, name: 'player' } };
}

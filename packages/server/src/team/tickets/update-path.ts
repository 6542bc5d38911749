import type { TeamCaller } from '../../operations/callers.ts';

/**
 * Scopes Idempotency-Keys of updates, of one ticket or several. With the caller's id, so that two
 * members can use the same key.
 */
export function updatePath(ticketId: string, { id }: Pick<TeamCaller, 'id'>): string {
  return `/api/v1/team/tickets/${ticketId} ${id}`;
}

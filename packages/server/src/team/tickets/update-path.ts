import type { TeamCaller } from '../../operations/callers.ts';

/**
 * Where the Idempotency-Keys of a ticket's updates belong to: the same for one ticket and for
 * several. It has the caller's id, so that two members can use the same key.
 */
export function updatePath(ticketId: string, { id }: Pick<TeamCaller, 'id'>): string {
  return `/api/v1/team/tickets/${ticketId} ${id}`;
}

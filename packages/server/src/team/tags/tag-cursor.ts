import type { TagPlace } from '../../store/tagged-tickets.ts';

/** The next request continues after this ticket. Clients must not interpret it. */
export const encodeTagCursor = ({ projectId, ticketId }: TagPlace): string =>
  Buffer.from(`${projectId} ${ticketId}`).toString('base64url');

/** Undefined: no cursor of this server. */
export function decodeTagCursor(cursor: string): TagPlace | undefined {
  const [, projectId, ticketId] = /^(\w{1,100}) (\w{1,100})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  return projectId === undefined || ticketId === undefined ? undefined : { projectId, ticketId };
}

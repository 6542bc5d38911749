import { isId } from '../../domain/ids.ts';
import type { QueuePosition } from '../../store/queue.ts';

/** Encodes the position after which the next page begins. Clients must not interpret a cursor. */
export function encodeCursor({ at, ticketId }: QueuePosition): string {
  return Buffer.from(JSON.stringify([at, ticketId])).toString('base64url');
}

/** Decodes a cursor. Undefined if it is not a cursor of this server. */
export function decodeCursor(cursor: string): QueuePosition | undefined {
  try {
    const [at, ticketId] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [unknown, unknown];
    if (!Number.isSafeInteger(at) || typeof ticketId !== 'string' || !isId('ticket', ticketId)) return undefined;
    return { at: at as number, ticketId };
  } catch {
    return undefined;
  }
}

import { isId } from '../../domain/ids.ts';
import type { QueuePosition } from '../../store/queue.ts';

/** A cursor is opaque to clients: the position after which the next page begins. */
export function encodeCursor({ at, ticketId }: QueuePosition): string {
  return Buffer.from(JSON.stringify([at, ticketId])).toString('base64url');
}

/** Undefined for what is no cursor of this server. */
export function decodeCursor(cursor: string): QueuePosition | undefined {
  try {
    const [at, ticketId] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [unknown, unknown];
    if (!Number.isSafeInteger(at) || typeof ticketId !== 'string' || !isId('ticket', ticketId)) return undefined;
    return { at: at as number, ticketId };
  } catch {
    return undefined;
  }
}

import { PRIORITIES, TICKET_SORTS, type TicketSort } from '@player-support/contract/enums';
import { isId } from '../../domain/ids.ts';
import type { QueuePosition } from '../../store/queue-order.ts';

interface Cursor {
  readonly sort: TicketSort;
  readonly after: QueuePosition;
}

/** The next page begins after this position. Clients must not interpret it. */
export function encodeCursor(sort: TicketSort, { at, ticketId, priority }: QueuePosition): string {
  const parts = [sort, at, ticketId, ...(priority === undefined ? [] : [priority])];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Undefined: no cursor of this server. */
export function decodeCursor(cursor: string): Cursor | undefined {
  try {
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown;
    const [name, at, ticketId, priority] = parts as readonly unknown[];
    const sort = TICKET_SORTS.find((one) => one === name);
    const hasPriority = sort === 'priority' || sort === '-priority';
    const isPriority = typeof priority === 'number' && PRIORITIES[priority] !== undefined;
    if (sort === undefined || (hasPriority ? !isPriority : priority !== undefined)) return undefined;
    if (typeof at !== 'number' || !Number.isSafeInteger(at)) return undefined;
    if (typeof ticketId !== 'string' || !isId('ticket', ticketId)) return undefined;
    return { sort, after: { at, ticketId, ...(isPriority ? { priority } : {}) } };
  } catch {
    return undefined;
  }
}

import { TICKET_STATUSES } from '@player-support/contract/words';
import type { TicketStatus } from '../domain/ticket-life.ts';
import type { Executor } from './database.ts';
import { sql } from './statement.ts';
import type { TicketRow } from './tables.ts';

export type QueueView = 'attention' | 'all' | TicketStatus;

/** Where a page ended: the value that it is ordered by, and the ticket's id. */
export interface QueuePosition {
  readonly at: number;
  readonly ticketId: string;
}

/** Of a ticket what its line in the queue shows. */
const SHOWN = [
  'ticket_id',
  'project_id',
  'player_id',
  'type',
  'status',
  'subject',
  'last_message_preview',
  'last_message_at',
  'attention_since',
  'created_at',
  'assignee_id',
  'priority',
  'tags',
  'context',
] as const satisfies (keyof TicketRow)[];
export type QueueRow = Pick<TicketRow, (typeof SHOWN)[number]>;

/** Ranges in one statement; SQLite takes 500 at most. */
const RANGES_PER_STATEMENT = 100;

/**
 * The team's queue. Each project and status is one range of an index that is already in order, so a page costs the
 * same whatever the number of tickets; the ranges are merged, cut, and cut again.
 */
export const queue = (db: Executor) => ({
  /**
   * `attention`: longest waiting first. Every other view: newest ticket first, an order that no reply changes, so that
   * none has an index to write. Ties by id.
   */
  async page(
    view: QueueView,
    projectIds: readonly string[],
    after: QueuePosition | undefined,
    limit: number,
  ): Promise<QueueRow[]> {
    const statuses = view === 'attention' ? [undefined] : view === 'all' ? TICKET_STATUSES : [view];
    const ranges = projectIds.flatMap((projectId) => statuses.map((status) => ({ projectId, status })));
    const column = view === 'attention' ? 'attention_since' : 'created_at';
    const direction = view === 'attention' ? 'asc' : 'desc';
    const rows: QueueRow[] = [];
    for (let start = 0; start < ranges.length; start += RANGES_PER_STATEMENT) {
      const part = ranges.slice(start, start + RANGES_PER_STATEMENT);
      rows.push(
        ...(await db.query<QueueRow>((builder) => {
          const selects = part.map(({ projectId, status }) => {
            let range = builder
              .selectFrom('ticket')
              .select(SHOWN)
              .where('project_id', '=', projectId)
              .where(column, 'is not', null);
            if (status !== undefined) range = range.where('status', '=', status);
            if (after !== undefined) {
              const past = direction === 'asc' ? '>' : '<';
              range = range.where((where) =>
                where.and([
                  where(column, `${past}=`, after.at),
                  where.or([where(column, past, after.at), where('ticket_id', '>', after.ticketId)]),
                ]),
              );
            }
            return builder
              .selectFrom(range.orderBy(column, direction).orderBy('ticket_id').limit(limit).as('part'))
              .select(SHOWN);
          });
          const [first, ...others] = selects;
          if (first === undefined) throw new RangeError('a queue without a range');
          return others
            .reduce((union, select) => union.unionAll(select), first)
            .orderBy(sql.ref(column), direction)
            .orderBy(sql.ref('ticket_id'))
            .limit(limit);
        })),
      );
    }
    const sign = direction === 'asc' ? 1 : -1;
    return rows
      .sort((a, b) => sign * ((a[column] ?? 0) - (b[column] ?? 0)) || (a.ticket_id < b.ticket_id ? -1 : 1))
      .slice(0, limit);
  },
});

import { expressionBuilder, type SelectQueryBuilder } from 'kysely';
import { filteredColumns } from './filter-columns.ts';
import { type FilterParams, type FilterShape, filterConditions, given } from './queue-filter.ts';
import type { Order } from './queue-order.ts';
import { rangeConditions } from './ranges.ts';
import { isPostgres, sql, statementShapes } from './statement.ts';
import type { PlayerRow, Tables, TicketRow } from './tables.ts';

export const QUEUE_COLUMNS = [
  'ticket_id',
  'project_id',
  'number',
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
  'player_blocked',
  'merged_into',
  'known_issue_id',
  'snooze_until',
  'snooze_build',
] as const satisfies (keyof TicketRow)[];
export type QueueRow = Pick<TicketRow, (typeof QUEUE_COLUMNS)[number]> &
  Pick<PlayerRow, 'user_id'> & {
    readonly known_issue_title: string | null;
  };

export type FoundRow = QueueRow & {
  /** 1: the last ticket that a search read; more matches may follow. Absent without a search. */
  readonly ends?: number;
};

interface Shape extends Omit<Order, 'byTarget'>, FilterShape {
  /** The index of waiting tickets never has tickets of blocked players. */
  readonly unblocked: boolean;
  /** The most tickets to return. */
  readonly wanted: number;
  /** The most tickets that a search reads. */
  readonly maxExamined: number;
}

/** Besides those of ranges. The filter's are searched. */
type PageParams = FilterParams & {
  /** A part of the index. Only in the order of creation. */
  readonly assignedTo: string;
  /** The first time outside the range, as a part of the index. */
  readonly end: number;
};

/** Reads a page's tickets from ranges of an index that have the order of the page. */
export const readPage = statementShapes<PageParams, FoundRow, Shape>((db, params, shape) => {
  const { column, direction, byPriority, unblocked, wanted, maxExamined } = shape;
  const past = direction === 'asc' ? '>' : '<';
  const where = expressionBuilder<Tables, 'ticket'>();
  const isNotBlocked = where('player_blocked', '=', sql.lit<0>(0));
  const filtered = filteredColumns(db);
  const searched = [
    ...filterConditions(db, params, shape, filtered.of),
    ...(unblocked ? [sql<boolean>`${filtered.of('player_blocked')} = 0`] : []),
  ];
  const inEveryRange = [
    // The index of waiting tickets has these conditions.
    ...(column === 'attention_since' ? [where(column, 'is not', null), isNotBlocked] : []),
    ...given(params.assignedTo, (id) => where('assignee_id', '=', id)),
    ...given(params.end, (time) => where(column, direction === 'asc' ? '<' : '>=', time)),
  ];

  const order = [...(byPriority ? (['priority'] as const) : []), column, 'ticket_id'] as const;
  const opposite = direction === 'asc' ? 'desc' : 'asc';
  const inOrder = <O>(query: SelectQueryBuilder<Tables, 'ticket', O>) =>
    order.reduce((sorted, name) => sorted.orderBy(sql.ref(name), name === 'priority' ? opposite : direction), query);
  /**
   * To read no more than needed, SQLite needs ranges without ORDER BY and LIMIT, PostgreSQL with
   * both.
   */
  const merged = <O>(
    select: (range: SelectQueryBuilder<Tables, 'ticket', object>) => SelectQueryBuilder<Tables, 'ticket', O>,
    names: readonly string[],
    limit: number,
  ) => {
    const parts = rangeConditions(db, params).map(({ condition, time = 0, ticketId = '' }) => {
      // The casts: these are the parameters of `Place`.
      const after = [
        where(column, `${past}=`, time as number),
        where.or([where(column, past, time as number), where('ticket_id', past, ticketId as string)]),
      ];
      const part = select(db.selectFrom('ticket').where(where.and([condition, ...inEveryRange, ...after])));
      if (!isPostgres(db)) return part;
      const limited = db.selectFrom(inOrder(part).limit(sql.lit(limit)).as('range'));
      return limited.select(names.map((name) => sql.ref(name).as(name))) as unknown as typeof part;
    });
    return inOrder(parts.reduce((union, part) => union.unionAll(part)));
  };

  if (searched.length === 0) {
    const page = merged((range) => range.select(QUEUE_COLUMNS), QUEUE_COLUMNS, wanted).limit(sql.lit(wanted));
    return db
      .selectFrom(page.as('page'))
      .leftJoin('player', 'player.player_id', 'page.player_id')
      .leftJoin('known_issue', 'known_issue.known_issue_id', 'page.known_issue_id')
      .select(QUEUE_COLUMNS.map((name) => `page.${name}` as const))
      .select(['player.user_id', 'known_issue.title as known_issue_title']);
  }
  // Finds the row of an index entry. PostgreSQL has read the row anyway.
  const key = isPostgres(db) ? ['player_id', 'ticket_id'] : ['rowid'];
  const keyColumns = key.map((name) => sql<string>`${sql.ref(name)}`.as(`key_${name}`));
  const keyNames = key.map((name) => `key_${name}`);
  const columns = [...keyColumns, ...order.map((name) => sql.ref(name).as(name))];
  const names = [...keyNames, ...order];
  // Outside the ranges, so that the SQL has the filter once.
  const examined = merged(
    (range) => range.select([...columns, ...filtered.selections()]),
    [...names, ...filtered.names()],
    maxExamined,
  );
  const keys = keyNames.map((name) => sql.ref<string>(name).as(name));
  // SQLite finds the last ticket in the index. PostgreSQL would read rows again.
  const last = isPostgres(db)
    ? sql`SELECT ${sql.join(keys)} FROM examined LIMIT 1 OFFSET ${sql.lit(maxExamined - 1)}`
    : merged((range) => range.select(columns), names, maxExamined)
        .limit(sql.lit(1))
        .offset(sql.lit(maxExamined - 1));
  const found = db
    .with('examined', () => examined.limit(sql.lit(maxExamined)))
    .selectFrom('examined')
    .select([...keys, sql.lit(0).as('ends')])
    .where(sql<boolean>`${sql.join(searched, sql` and `)}`)
    .unionAll(db.selectFrom(sql`(${last})`.as('last')).select([...keys, sql.lit(1).as('ends')]))
    .limit(sql.lit(wanted));
  return db
    .selectFrom(found.as('found'))
    .innerJoin('ticket', (on) =>
      on.on(
        sql<boolean>`${sql.join(
          key.map((name) => sql`${sql.ref(`ticket.${name}`)} = ${sql.ref(`found.key_${name}`)}`),
          sql` and `,
        )}`,
      ),
    )
    .leftJoin('player', 'player.player_id', 'ticket.player_id')
    .leftJoin('known_issue', 'known_issue.known_issue_id', 'ticket.known_issue_id')
    .select(QUEUE_COLUMNS.map((name) => `ticket.${name}` as const))
    .select(['player.user_id', 'known_issue.title as known_issue_title', 'found.ends']);
});

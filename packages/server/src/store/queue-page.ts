import { expressionBuilder, type SelectQueryBuilder } from 'kysely';
import { rangeConditions } from './ranges.ts';
import { isPostgres, type Params, sql, statementShapes } from './statement.ts';
import type { PlayerRow, Tables, TicketRow } from './tables.ts';

/** The columns of a ticket in the queue. */
export const QUEUE_COLUMNS = [
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
  'player_blocked',
] as const satisfies (keyof TicketRow)[];
export type QueueRow = Pick<TicketRow, (typeof QUEUE_COLUMNS)[number]> & Pick<PlayerRow, 'user_id'>;

export type FoundRow = QueueRow & {
  /** 1: the last ticket that a search read. More matches may follow. Absent without a search. */
  readonly ends?: number;
};

interface Shape {
  /** The time that the view sorts by. */
  readonly column: 'attention_since' | 'created_at';
  readonly unassigned: boolean;
  /** How many tickets are returned at most. */
  readonly wanted: number;
  /** How many tickets a search reads. */
  readonly maxExamined: number;
  /** Whether equal tickets sort by id. With a search they always do. */
  readonly exact: boolean;
}

/** Besides the parameters of ranges. */
type PageParams = Params & {
  readonly type: string;
  readonly priority: number;
  readonly assigneeId: string;
  readonly context0: string;
  readonly context1: string;
  readonly context2: string;
  readonly tag: string;
  readonly from: number;
  readonly to: number;
  /** The end of the page before. */
  readonly at: number;
  readonly ticketId: string;
};

/** Reads the tickets of a page from ranges of an index that have the order of the view. */
export const readPage = statementShapes<PageParams, FoundRow, Shape>((db, params, shape) => {
  const { column, unassigned, wanted, maxExamined, exact } = shape;
  const { type, priority, assigneeId, context0, context1, context2, tag, from, to, at, ticketId } = params;
  const [direction, past] = column === 'attention_since' ? (['asc', '>'] as const) : (['desc', '<'] as const);
  const where = expressionBuilder<Tables, 'ticket'>();
  const contains = (name: 'context' | 'tags') => (part: string) =>
    sql<boolean>`replace(${sql.ref(name)}, ${part}, '') <> ${sql.ref(name)}`;
  // These are ranges of every index except that of `attention`.
  const indexed = [
    ...given(assigneeId, (id) => where('assignee_id', '=', id)),
    ...given(from, (time) => where('created_at', '>=', time)),
    ...given(to, (time) => where('created_at', '<', time)),
  ];
  const searched = [
    ...(column === 'attention_since' ? indexed : []),
    ...given(type, (name) => where('type', '=', name)),
    ...given(priority, (index) => where('priority', '=', index)),
    ...(unassigned ? [where('assignee_id', 'is', null)] : []),
    ...[context0, context1, context2].flatMap((pair) => given(pair, contains('context'))),
    ...given(tag, contains('tags')),
  ];
  const inRange = [
    where(column, 'is not', null),
    ...(column === 'attention_since' ? [] : indexed),
    ...(at === undefined || ticketId === undefined
      ? []
      : [where(column, `${past}=`, at), where.or([where(column, past, at), where('ticket_id', '>', ticketId)])]),
  ];

  const inOrder = <O>(query: SelectQueryBuilder<Tables, 'ticket', O>) => {
    const sorted = query.orderBy(sql.ref(column), direction);
    return exact || searched.length > 0 ? sorted.orderBy(sql.ref('ticket_id')) : sorted;
  };
  /**
   * Merges all ranges. To read no more of a range than needed, SQLite needs ranges without ORDER BY
   * and LIMIT, and PostgreSQL needs ranges with both.
   */
  const merged = <O>(
    select: (range: SelectQueryBuilder<Tables, 'ticket', object>) => SelectQueryBuilder<Tables, 'ticket', O>,
    names: readonly string[],
    limit: number,
  ) => {
    const parts = rangeConditions(params).map((range) => {
      const part = select(db.selectFrom('ticket').where(where.and([range, ...inRange])));
      if (!isPostgres(db)) return part;
      const limited = db.selectFrom(inOrder(part).limit(sql.lit(limit)).as('range'));
      // The cast: these are the names of all columns of the part.
      return limited.select(names.map((name) => sql.ref(name).as(name))) as unknown as typeof part;
    });
    return inOrder(parts.reduce((union, part) => union.unionAll(part)));
  };

  if (searched.length === 0) {
    const page = merged((range) => range.select(QUEUE_COLUMNS), QUEUE_COLUMNS, wanted).limit(sql.lit(wanted));
    return db
      .selectFrom(page.as('page'))
      .leftJoin('player', 'player.player_id', 'page.player_id')
      .select(QUEUE_COLUMNS.map((name) => `page.${name}` as const))
      .select('player.user_id');
  }
  const key = ['player_id', 'ticket_id'] as const;
  const matches = sql<number>`case when ${where.and(searched)} then 1 else 0 end`.as('matches');
  const names = [...key, column, 'matches'];
  const examined = merged((range) => range.select([...key, column, matches]), names, maxExamined);
  const last = examined.limit(sql.lit(1)).offset(sql.lit(maxExamined - 1));
  const found = db
    .selectFrom(examined.limit(sql.lit(maxExamined)).as('examined'))
    .select([...key, sql.lit(0).as('ends')])
    .where('matches', '=', sql.lit(1))
    .unionAll(db.selectFrom(last.as('last')).select([...key, sql.lit(1).as('ends')]))
    .limit(sql.lit(wanted));
  return db
    .selectFrom(found.as('found'))
    .innerJoin('ticket', (on) =>
      on.onRef('ticket.player_id', '=', 'found.player_id').onRef('ticket.ticket_id', '=', 'found.ticket_id'),
    )
    .leftJoin('player', 'player.player_id', 'found.player_id')
    .select(QUEUE_COLUMNS.map((name) => `ticket.${name}` as const))
    .select(['player.user_id', 'found.ends']);
});

/** The condition in a list, or an empty list if the value is undefined. */
function given<Value, Condition>(value: Value | undefined, condition: (value: Value) => Condition): Condition[] {
  return value === undefined ? [] : [condition(value)];
}

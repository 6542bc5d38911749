import { STORED_STATUSES } from '@player-support/contract/enums';
import { DAY } from '../domain/time.ts';
import { contextField } from './context-field.ts';
import type { Executor } from './database.ts';
import { sql, statement } from './statement.ts';

/** The newest tickets of each status. */
export const REPORTS_PER_STATUS = 1000;

const CONTEXT = ['appVersion', 'platform', 'locale'] as const;
const FACTS = ['type', ...CONTEXT] as const;

// Each status is a range of the index of linked tickets: nothing is sorted.
const facts = statement<{ knownIssueId: string }>()((db, { knownIssueId }) =>
  STORED_STATUSES.map((status) => {
    const newest = db
      .selectFrom('ticket')
      .select('type')
      .select(CONTEXT.map((field) => contextField(db, field).as(field)))
      .where('known_issue_id', '=', knownIssueId)
      .where('status', '=', sql.lit(status))
      .orderBy('created_at', 'desc')
      .orderBy('ticket_id', 'desc')
      .limit(sql.lit(REPORTS_PER_STATUS));
    return db
      .selectFrom(newest.as('newest'))
      .select(FACTS)
      .select((select) => select.fn.countAll<number>().as('count'))
      .groupBy(FACTS);
  }).reduce((union, one) => union.unionAll(one)),
);

/** Days since 1970, UTC. */
const day = sql<number>`created_at / ${sql.lit(DAY)}`;

// The index has all that this reads.
const days = statement<{ knownIssueId: string; from: number }>()((db, { knownIssueId, from }) =>
  db
    .selectFrom('ticket')
    .select(day.as('day'))
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('known_issue_id', '=', knownIssueId)
    .where('created_at', '>=', from)
    .groupBy(day),
);

export const issueReports = (db: Executor) => ({
  facts: (knownIssueId: string) => db.all(facts, { knownIssueId }),
  /** Counts tickets by day of creation. Days without any are missing. */
  async days(knownIssueId: string, from: number): Promise<(day: number) => number> {
    const rows = await db.all(days, { knownIssueId, from });
    const counts = new Map(rows.map((row) => [Number(row.day), row.count]));
    return (one) => counts.get(one) ?? 0;
  },
});

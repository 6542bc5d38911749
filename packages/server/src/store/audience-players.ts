import type { Executor } from './database.ts';
import { sql, statement, textsInJson } from './statement.ts';

/** What counting an audience reads. */
const COLUMNS = ['player_id', 'project_id', 'user_id', 'context', 'last_seen_at', 'account_id'] as const;

const page = statement<{ after: string; limit: number }>()((db, { after, limit }) =>
  db.selectFrom('player').select(COLUMNS).where('player_id', '>', after).orderBy('player_id').limit(limit),
);

const byIds = statement<{ ids: string }>()((db, { ids }) =>
  db.selectFrom('player').select(COLUMNS).where('player_id', 'in', textsInJson(db, ids)),
);

// Any player can claim any user id, so the number is limited.
const byUserIds = statement<{ projectId: string; ids: string; limit: number }>()((db, { projectId, ids, limit }) =>
  db
    .selectFrom('player')
    .select(COLUMNS)
    .where('project_id', '=', projectId)
    .where('user_id', 'in', textsInJson(db, ids))
    .limit(limit),
);

/** The players of rows that name a known issue. The limit is on rows. */
const playersOf = (table: 'ticket' | 'subscription') =>
  statement<{ knownIssueId: string; limit: number }>()((db, { knownIssueId, limit }) => {
    const rows = db.selectFrom(table).select('player_id').where('known_issue_id', '=', knownIssueId).limit(limit);
    return db
      .selectFrom('player')
      .select(COLUMNS)
      .where('player_id', 'in', db.selectFrom(rows.as('found')).select('found.player_id'));
  });

// A player can have many of the tickets.
const ofKnownIssue = playersOf('ticket');
// The index subscription_issue has all that is read.
const subscribedTo = playersOf('subscription');

const linkedTickets = statement<{ knownIssueId: string; limit: number }>()((db, { knownIssueId, limit }) =>
  db
    .selectFrom(
      db
        .selectFrom('ticket')
        .select(sql<number>`1`.as('one'))
        .where('known_issue_id', '=', knownIssueId)
        .limit(limit)
        .as('linked'),
    )
    .select((select) => select.fn.countAll<number>().as('count')),
);

export const audiencePlayers = (db: Executor) => ({
  /** In the order of ids. */
  page: (after: string, limit: number) => db.all(page, { after, limit }),
  byIds: (ids: readonly string[]) => db.all(byIds, { ids: JSON.stringify(ids) }),
  /** In any order. */
  byUserIds: (projectId: string, ids: readonly string[], limit: number) =>
    db.all(byUserIds, { projectId, ids: JSON.stringify(ids), limit }),
  /** Each once. */
  ofKnownIssue: (knownIssueId: string, limit: number) => db.all(ofKnownIssue, { knownIssueId, limit }),
  subscribedTo: (knownIssueId: string, limit: number) => db.all(subscribedTo, { knownIssueId, limit }),
  /** Counted up to `limit`. */
  linkedTickets: async (knownIssueId: string, limit: number) =>
    (await db.one(linkedTickets, { knownIssueId, limit }))?.count ?? 0,
});

export type AudiencePlayer = Awaited<ReturnType<ReturnType<typeof audiencePlayers>['page']>>[number];

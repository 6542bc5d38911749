import type { Executor } from './database.ts';
import { sql, statement, textsInJson } from './statement.ts';

/** What a count of an audience reads of a player. */
const COLUMNS = ['player_id', 'project_id', 'user_id', 'context', 'last_seen_at', 'account_id'] as const;

const page = statement<{ after: string; limit: number }>()((db, { after, limit }) =>
  db.selectFrom('player').select(COLUMNS).where('player_id', '>', after).orderBy('player_id').limit(limit),
);

const byIds = statement<{ ids: string }>()((db, { ids }) =>
  db.selectFrom('player').select(COLUMNS).where('player_id', 'in', textsInJson(db, ids)),
);

// Any player can claim any user id, so the number of players has a limit.
const byUserIds = statement<{ projectId: string; ids: string; limit: number }>()((db, { projectId, ids, limit }) =>
  db
    .selectFrom('player')
    .select(COLUMNS)
    .where('project_id', '=', projectId)
    .where('user_id', 'in', textsInJson(db, ids))
    .limit(limit),
);

/** The players of some rows of a table that name a known issue. The rows have the limit. */
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
// The index subscription_issue has all that is read of a subscription.
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

/** Players, to count those of an audience. */
export const audiencePlayers = (db: Executor) => ({
  /** The next ones in the order of ids, of all projects. */
  page: (after: string, limit: number) => db.all(page, { after, limit }),
  byIds: (ids: readonly string[]) => db.all(byIds, { ids: JSON.stringify(ids) }),
  /** At most `limit` players of a project that claim one of these user ids, in any order. */
  byUserIds: (projectId: string, ids: readonly string[], limit: number) =>
    db.all(byUserIds, { projectId, ids: JSON.stringify(ids), limit }),
  /** The players of at most `limit` tickets that are linked to a known issue, each once. */
  ofKnownIssue: (knownIssueId: string, limit: number) => db.all(ofKnownIssue, { knownIssueId, limit }),
  /** At most `limit` players who said that they have a known issue too, in any order. */
  subscribedTo: (knownIssueId: string, limit: number) => db.all(subscribedTo, { knownIssueId, limit }),
  /** How many tickets are linked to a known issue, at most `limit`. */
  linkedTickets: async (knownIssueId: string, limit: number) =>
    (await db.one(linkedTickets, { knownIssueId, limit }))?.count ?? 0,
});

export type AudiencePlayer = Awaited<ReturnType<ReturnType<typeof audiencePlayers>['page']>>[number];

import type { KnownIssueState } from '@player-support/contract/enums';
import type { Executor } from './database.ts';
import { deleteRows, insertRow, lockRows, selectRows, updateRows } from './plain-statements.ts';
import { isPostgres, sql, statement, textsInJson } from './statement.ts';
import { type KnownIssueRow, knownIssueTable } from './tables.ts';

const insert = insertRow(knownIssueTable);
const byId = selectRows(knownIssueTable, ['known_issue_id']);

const lockShared = statement<{ id: string }>()((db, { id }) => {
  const known = db.selectFrom('known_issue').select(['project_id', 'title']).where('known_issue_id', '=', id);
  return isPostgres(db) ? known.forShare() : known;
});

const lock = lockRows(knownIssueTable, 'known_issue_id');

const update = updateRows(
  knownIssueTable,
  ['known_issue_id'],
  ['title', 'description', 'notes', 'builds', 'platforms', 'state', 'fixed_in_build', 'links', 'updated_at'],
);

/** Sorts after every id. */
const NEWEST = '~';

const page = statement<{ projectIds: string; state: string; before: string; limit: number }>()(
  (db, { projectIds, state, before, limit }) =>
    db
      .selectFrom('known_issue')
      .select(knownIssueTable.columns)
      .where('project_id', 'in', textsInJson(db, projectIds))
      .where(sql<boolean>`(CAST(${state} AS text) = '' OR state = ${state})`)
      .where('known_issue_id', '<', before)
      .orderBy('known_issue_id', 'desc')
      .limit(limit),
);

// The index known_issue_fixed has this condition and order.
const nextFixed = statement<{ from: string }>()((db, { from }) =>
  db
    .selectFrom('known_issue')
    .select(['known_issue_id', 'project_id', 'notes'])
    .select(sql<string>`fixed_in_build`.as('build'))
    .where('state', '=', sql.lit<'fixed'>('fixed'))
    .where('fixed_in_build', 'is not', null)
    .where('known_issue_id', '>=', from)
    .orderBy('known_issue_id')
    .limit(1),
);

const publicOfProject = statement<{ projectId: string }>()((db, { projectId }) =>
  db
    .selectFrom('known_issue')
    .select(['known_issue_id', 'notes', 'builds', 'platforms', 'state', 'fixed_in_build'])
    .where('project_id', '=', projectId)
    .where('state', '<>', sql.lit<'closed'>('closed'))
    .where('notes', '<>', sql.lit('{}'))
    .orderBy('known_issue_id', 'desc'),
);

const size = statement<{ projectId: string }>()((db, { projectId }) =>
  db
    .selectFrom('known_issue')
    .select((select) => select.fn.countAll<number>().as('count'))
    .select(sql<number>`coalesce(sum(length(notes)), 0)`.as('length'))
    .where('project_id', '=', projectId),
);

// A ticket has at most one known issue, so each linked ticket is read once.
const countTickets = statement<{ ids: string }>()((db, { ids }) =>
  db
    .selectFrom('ticket')
    .select('known_issue_id')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('known_issue_id', 'in', textsInJson(db, ids))
    .groupBy('known_issue_id'),
);

const remove = deleteRows(knownIssueTable, 'known_issue_id');

interface Page {
  readonly projectIds: readonly string[];
  readonly state?: KnownIssueState | undefined;
  /** The last of the previous page. */
  readonly before?: string | undefined;
  readonly limit: number;
}

export const knownIssues = (db: Executor) => ({
  insert: (row: KnownIssueRow) => db.run(insert, row),
  byId: (id: string) => db.one(byId, { known_issue_id: id }),
  /** Reads project and title. Until the transaction ends it cannot be deleted. */
  lockShared: (id: string) => db.one(lockShared, { id }),
  lock: (id: string) => db.one(lock, { known_issue_id: id }),
  update: (row: KnownIssueRow) => db.run(update, row),
  page: ({ projectIds, state, before = NEWEST, limit }: Page) =>
    db.all(page, { projectIds: JSON.stringify(projectIds), state: state ?? '', before, limit }),
  /** Finds the first one, by id, from `from` on, that is fixed in a build. */
  nextFixed: (from: string) => db.one(nextFixed, { from }),
  /** Those not closed and with a public note, newest first. */
  publicOfProject: (projectId: string) => db.all(publicOfProject, { projectId }),
  /** The number, and the characters of their notes. */
  size: async (projectId: string) => (await db.one(size, { projectId })) ?? { count: 0, length: 0 },
  /** Linked tickets by known issue. */
  async ticketCountsOf(ids: readonly string[]): Promise<(id: string) => number> {
    const rows = ids.length === 0 ? [] : await db.all(countTickets, { ids: JSON.stringify(ids) });
    const counts = new Map(rows.map(({ known_issue_id, count }) => [known_issue_id, count]));
    return (id) => counts.get(id) ?? 0;
  },
  remove: (id: string) => db.run(remove, { known_issue_id: id }),
});

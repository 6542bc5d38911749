import { MAX_FOUND_PLAYERS } from '@player-support/contract/limits';
import type { Executor } from './database.ts';
import { type Range, rangeConditions, readRanges } from './ranges.ts';
import { type Params, sql, statement, statementShapes, textsInJson } from './statement.ts';
import { type PlayerRow, playerTable } from './tables.ts';

// Any player can claim any user id, so each project gives the first of its range only.
const claiming = statementShapes<Params, PlayerRow>((db, params) =>
  rangeConditions(db, params)
    .map(({ condition }) => {
      const players = db
        .selectFrom('player')
        .select(playerTable.columns)
        .where(condition)
        .where(sql<boolean>`user_id = ${params.userId}`)
        .orderBy('player_id');
      return db.selectFrom(players.limit(sql.lit(MAX_FOUND_PLAYERS)).as('claiming')).select(playerTable.columns);
    })
    .reduce((union, one) => union.unionAll(one)),
);

const byIds = statement<{ ids: string }>()((db, { ids }) =>
  db.selectFrom('player').select(playerTable.columns).where('player_id', 'in', textsInJson(db, ids)),
);

export const playerSearch = (db: Executor) => ({
  /** Reads players by id, in any order. */
  byIds: (ids: readonly string[]) => db.all(byIds, { ids: JSON.stringify(ids) }),
  /** Finds at most MAX_FOUND_PLAYERS of each project that claim this user id, in any order. */
  byUserId: (projectIds: readonly string[], userId: string): Promise<PlayerRow[]> =>
    readRanges(
      projectIds.map((projectId): Range => ({ projectId })),
      (inRanges) => claiming(db, { ...inRanges, userId }, {}),
    ),
});

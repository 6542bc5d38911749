import { MAX_RADAR_SERIES } from '@player-support/contract/limits';
import type { RawBuilder } from 'kysely';
import {
  type BuildKey,
  hourOf,
  MAX_SERIES_OF_PLAYER,
  nameOf,
  ownName,
  REST,
  REST_OF_BUILDS,
  type SeriesKey,
} from '../domain/radar/series.ts';
import type { Executor } from './database.ts';
import { sql, statement, textsInJson } from './statement.ts';
import { rowValues } from './table.ts';
import { type RadarCountRow, radarCountTable } from './tables.ts';

/** The parameters of a count. Their names do not collide with columns of a ticket. */
export type RadarParams = {
  radarKey: string;
  radarHour: number;
  radarBuild: string;
  radarPlatform: string;
  radarType: string;
};

/** A ticket that is counted. */
export interface CountedTicket {
  readonly playerId: string;
  readonly projectId: string;
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly radar: BuildKey;
}

/** The key of counters that are added up. */
const FOLDED = '*';
const REST_OF_SERIES: SeriesKey = { ...REST_OF_BUILDS, type: REST };

export const radarParams = ({ playerId, type, now, radar }: CountedTicket): RadarParams => ({
  radarKey: playerId,
  radarHour: hourOf(now),
  radarBuild: radar.build,
  radarPlatform: radar.platform,
  radarType: ownName(type),
});

/**
 * SQL that counts a ticket of a player, for each row of `from`. A player counts once in an hour for
 * each build, platform and type, and for MAX_SERIES_OF_PLAYER of them: so one player who writes
 * much, or invents names, adds little.
 */
export function countTicket(row: RadarParams & { project_id: string }, from: RawBuilder<unknown>): RawBuilder<unknown> {
  const key = sql`CAST(${row.radarKey} AS text)`;
  const hour = sql`CAST(${row.radarHour} AS bigint)`;
  const names = [row.radarBuild, row.radarPlatform, row.radarType].map((name) => sql`CAST(${name} AS text)`);
  return sql`INSERT INTO radar_count (player_id, project_id, hour, build, platform, type, tickets)
    SELECT ${key}, CAST(${row.project_id} AS text), ${hour}, ${sql.join(names)}, 1 FROM ${from}
    WHERE (SELECT COUNT(*) FROM radar_count
      WHERE player_id = ${row.radarKey} AND project_id = ${row.project_id} AND hour = ${row.radarHour}
    ) < ${sql.lit(MAX_SERIES_OF_PLAYER)}
    ON CONFLICT (player_id, project_id, hour, build, platform, type) DO NOTHING`;
}

const count = statement<RadarParams & { project_id: string }>()((db, row) => ({
  compile: () => countTicket(row, sql`(SELECT 1) AS one`).compile(db),
}));

/** Rows of one read: those of a day, and many invented names in an hour that still goes on. */
const MAX_ROWS = 20_000;

/** Counters that one step adds up. Requests of players wait for it, so it must be short. */
const FOLD_STEP = 200;
/** Rows of an hour that is added up: those with a place, and the rest. */
const MAX_FOLDED = MAX_RADAR_SERIES + 1;

type Counter = Pick<RadarCountRow, 'build' | 'platform' | 'type' | 'tickets'>;
type PlayersOf = (build: string, platform: string) => number;

type Hours = { projectId: string; from: number; to: number };

const ofHours = statement<Hours>()((db, { projectId, from, to }) =>
  db
    .selectFrom('radar_count')
    .select(['hour', 'build', 'platform', 'type'])
    .select(sql<number>`CAST(SUM(tickets) AS integer)`.as('tickets'))
    .where('project_id', '=', projectId)
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .groupBy(['hour', 'build', 'platform', 'type'])
    .orderBy('tickets', 'desc')
    .limit(sql.lit(MAX_ROWS)),
);

// Hours with counters of players, and those whose names are too many.
const unfoldedHours = statement<Hours>()((db, { projectId, from, to }) =>
  db
    .selectFrom('radar_count')
    .select('hour')
    .where('project_id', '=', projectId)
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .groupBy('hour')
    .having(
      sql<boolean>`COUNT(*) > ${sql.lit(MAX_FOLDED)} OR MAX(CASE WHEN player_id = ${sql.lit(FOLDED)} THEN 0 ELSE 1 END) = 1`,
    ),
);

type OfHour = { projectId: string; hour: number };

const players = statement<OfHour>()((db, { projectId, hour }) =>
  db
    .selectFrom('radar_count')
    .select('player_id')
    .where('project_id', '=', projectId)
    .where('hour', '=', hour)
    .where('player_id', '<>', sql.lit(FOLDED))
    .limit(sql.lit(FOLD_STEP)),
);

const takePlayers = statement<OfHour & { ids: string }>()((db, { projectId, hour, ids }) =>
  db
    .deleteFrom('radar_count')
    .where('player_id', 'in', textsInJson(db, ids))
    .where('project_id', '=', projectId)
    .where('hour', '=', hour)
    .returning(['build', 'platform', 'type', 'tickets']),
);

const folded = statement<OfHour>()((db, { projectId, hour }) =>
  db
    .selectFrom('radar_count')
    .select(['build', 'platform', 'type', 'tickets'])
    .where('player_id', '=', sql.lit(FOLDED))
    .where('project_id', '=', projectId)
    .where('hour', '=', hour)
    .limit(sql.lit(MAX_ROWS)),
);

const takeFolded = statement<Omit<RadarCountRow, 'tickets' | 'player_id'>>()((db, row) =>
  db
    .deleteFrom('radar_count')
    .where('player_id', '=', sql.lit(FOLDED))
    .where('project_id', '=', row.project_id)
    .where('hour', '=', row.hour)
    .where('build', '=', row.build)
    .where('platform', '=', row.platform)
    .where('type', '=', row.type),
);

const add = statement<RadarCountRow>()((db, row) =>
  db
    .insertInto('radar_count')
    .values(rowValues(radarCountTable, row))
    .onConflict((conflict) =>
      conflict
        .columns(['player_id', 'project_id', 'hour', 'build', 'platform', 'type'])
        .doUpdateSet({ tickets: sql<number>`radar_count.tickets + excluded.tickets` }),
    ),
);

const removeHour = statement<OfHour>()((db, { projectId, hour }) =>
  db.deleteFrom('radar_count').where('project_id', '=', projectId).where('hour', '=', hour),
);

const oldestHour = statement<{ projectId: string }>()((db, { projectId }) =>
  db.selectFrom('radar_count').select('hour').where('project_id', '=', projectId).orderBy('hour').limit(1),
);

/** How many tickets players created in each hour. Hours are counted since 1970, UTC. */
export const radarCounts = (db: Executor) => {
  /** Adds counters of an hour to those that are added up already. */
  async function addUp(projectId: string, hour: number, rows: readonly Counter[]): Promise<void> {
    const groups = Map.groupBy(rows, ({ build, platform, type }) => nameOf(build, platform, type));
    for (const group of groups.values()) {
      const [{ build, platform, type } = REST_OF_SERIES] = group;
      const tickets = group.reduce((sum, row) => sum + row.tickets, 0);
      await db.run(add, { player_id: FOLDED, project_id: projectId, hour, build, platform, type, tickets });
    }
  }

  return {
    /**
     * Counts a ticket of a player, once in an hour for its build, platform and type. Call it in the
     * transaction of the ticket.
     */
    add: (ticket: CountedTicket) => db.run(count, { ...radarParams(ticket), project_id: ticket.projectId }),

    /** The counts of the hours from `from` on and before `to`, in any order. */
    ofHours: (projectId: string, from: number, to: number) => db.all(ofHours, { projectId, from, to }),

    /** The hours in this range whose counters have not been added up. */
    unfoldedHours: async (projectId: string, from: number, to: number) =>
      (await db.all(unfoldedHours, { projectId, from, to })).map(({ hour }) => hour),

    /**
     * Adds up some counters of an hour: one row for each build, platform and type. When all are
     * added up and there are too many, some become the rest: those of builds that the fewest
     * players have, then those with the fewest tickets. Use it in a transaction.
     *
     * @returns whether there are more
     */
    async foldSome(projectId: string, hour: number, playersOf: PlayersOf): Promise<boolean> {
      const some = await db.all(players, { projectId, hour });
      if (some.length > 0) {
        const ids = JSON.stringify(some.map(({ player_id }) => player_id));
        await addUp(projectId, hour, await db.all(takePlayers, { projectId, hour, ids }));
        return true;
      }
      const all = await db.all(folded, { projectId, hour });
      const surplus = all
        .filter(({ build, platform, type }) => build !== REST || platform !== REST || type !== REST)
        .map((row) => ({ ...row, players: playersOf(row.build, row.platform) }))
        .sort((a, b) => b.players - a.players || b.tickets - a.tickets)
        .slice(MAX_RADAR_SERIES);
      const taken = surplus.slice(0, FOLD_STEP);
      for (const { build, platform, type } of taken) {
        await db.run(takeFolded, { project_id: projectId, hour, build, platform, type });
      }
      if (taken.length > 0)
        await addUp(
          projectId,
          hour,
          taken.map(({ tickets }) => ({ ...REST_OF_SERIES, tickets })),
        );
      return surplus.length > FOLD_STEP;
    },

    /** The oldest hour with counters. */
    oldestHour: async (projectId: string) => (await db.one(oldestHour, { projectId }))?.hour,
    /** Deletes the counters of an hour. */
    removeHour: (projectId: string, hour: number) => db.run(removeHour, { projectId, hour }),
  };
};

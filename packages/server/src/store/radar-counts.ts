import { MAX_RADAR_SERIES } from '@player-support/contract/limits';
import type { RawBuilder } from 'kysely';
import { nextTurn } from '../domain/next-turn.ts';
import {
  type BuildKey,
  hourOf,
  MAX_SERIES_OF_PLAYER,
  ownName,
  REST,
  REST_OF_BUILDS,
  type SeriesKey,
} from '../domain/radar/series.ts';
import type { Executor } from './database.ts';
import { insertRow } from './plain-statements.ts';
import { sql, statement, textsInJson } from './statement.ts';
import { type RadarCountRow, radarCountTable, type TicketRow } from './tables.ts';

/** With the ticket's player and project. Other names do not collide with its columns. */
export type RadarParams = {
  player_id: string;
  project_id: string;
  radarHour: number;
  radarBuild: string;
  radarPlatform: string;
  radarType: string;
};

export type CountedTicket = Pick<TicketRow, 'player_id' | 'project_id' | 'type' | 'created_at'> & {
  readonly radar: BuildKey;
};

/**
 * The `player` of an hour's sums. No parameter, because an index has only rows that differ from it.
 */
const FOLDED = '*';
const REST_OF_SERIES: SeriesKey = { ...REST_OF_BUILDS, type: REST };

export const radarParams = ({ player_id, project_id, type, created_at, radar }: CountedTicket): RadarParams => ({
  player_id,
  project_id,
  radarHour: hourOf(created_at),
  radarBuild: radar.build,
  radarPlatform: radar.platform,
  radarType: ownName(type),
});

/**
 * Counts a ticket for each row of `from`: once an hour for each build, platform and type, and at
 * most MAX_SERIES_OF_PLAYER times, so that one player adds little.
 */
export function countTicket(row: RadarParams, from: RawBuilder<unknown>): RawBuilder<unknown> {
  const key = sql`CAST(${row.player_id} AS text)`;
  const hour = sql`CAST(${row.radarHour} AS bigint)`;
  const names = [row.radarBuild, row.radarPlatform, row.radarType].map((name) => sql`CAST(${name} AS text)`);
  return sql`INSERT INTO radar_count (player_id, project_id, hour, build, platform, type, tickets)
    SELECT ${key}, CAST(${row.project_id} AS text), ${hour}, ${sql.join(names)}, 1 FROM ${from}
    WHERE (SELECT COUNT(*) FROM radar_count
      WHERE player_id = ${row.player_id} AND project_id = ${row.project_id} AND hour = ${row.radarHour}
    ) < ${sql.lit(MAX_SERIES_OF_PLAYER)}
    ON CONFLICT (player_id, project_id, hour, build, platform, type) DO NOTHING`;
}

const count = statement<RadarParams>()((_db, row) => countTicket(row, sql`(SELECT 1) AS one`));

/** Names can be invented without end in hours that are not added up. */
const MAX_ROWS = 20_000;
/** Counters of a statement. Requests of players wait for it. */
const PAGE = 2000;
/** Counters that a transaction deletes. Players wait for it, so it must be short. */
const DELETE_STEP = 200;

type Counter = Pick<RadarCountRow, 'build' | 'platform' | 'type' | 'tickets'>;
type PlayersOf = (build: string, platform: string) => number;

export type Hours = { projectId: string; from: number; to: number };
type OfHour = { projectId: string; hour: number };

/** `to` is excluded. */
export const isIn = ({ projectId, from, to }: Hours) =>
  sql<boolean>`project_id = ${projectId} AND hour >= ${from} AND hour < ${to}`;

const SUMS = sql<boolean>`${sql.ref('player_id')} = ${sql.lit(FOLDED)}`;
const OF_PLAYERS = sql<boolean>`${sql.ref('player_id')} <> ${sql.lit(FOLDED)}`;

const folded = statement<Hours>()((db, hours) =>
  db.selectFrom('radar_count').select(['hour', 'build', 'platform', 'type', 'tickets']).where(SUMS).where(isIn(hours)),
);

const foldedHour = statement<Omit<Hours, 'to'>>()((db, { projectId, from }) =>
  db
    .selectFrom('radar_count')
    .select('hour')
    .where(SUMS)
    .where('project_id', '=', projectId)
    .where('hour', '>=', from)
    .orderBy('hour')
    .limit(1),
);

const hourOfPlayers = statement<Hours>()((db, hours) =>
  db.selectFrom('radar_count').select('hour').where(isIn(hours)).where(OF_PLAYERS).orderBy('hour').limit(1),
);

type Place = { build: string; platform: string; type: string; lastPlayer: string };

// Each counter of a player is one ticket, so the index has all that this reads.
const page = statement<OfHour & Place>()((db, { projectId, hour, build, platform, type, lastPlayer }) =>
  db
    .selectFrom(
      db
        .selectFrom('radar_count')
        .select(['build', 'platform', 'type', 'player_id'])
        .where(({ and }) => and({ project_id: projectId, hour }))
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('build', 'platform', 'type', 'player_id'), '>', tuple(build, platform, type, lastPlayer)),
        )
        .where(OF_PLAYERS)
        .orderBy(sql`build, platform, type, player_id`)
        .limit(sql.lit(PAGE))
        .as('part'),
    )
    .select(['build', 'platform', 'type'])
    .select(sql<number>`CAST(COUNT(*) AS integer)`.as('tickets'))
    .select(sql<string>`MAX(player_id)`.as('lastPlayer'))
    .groupBy(['build', 'platform', 'type'])
    .orderBy(sql`build, platform, type`),
);

const players = statement<OfHour>()((db, { projectId, hour }) =>
  db
    .selectFrom('radar_count')
    .select('player_id')
    .where(({ and }) => and({ project_id: projectId, hour }))
    .where(OF_PLAYERS)
    .limit(sql.lit(DELETE_STEP)),
);

const removePlayers = statement<OfHour & { ids: string }>()((db, { projectId, hour, ids }) =>
  db
    .deleteFrom('radar_count')
    .where('player_id', 'in', textsInJson(db, ids))
    .where(({ and }) => and({ project_id: projectId, hour })),
);

const add = insertRow(radarCountTable);

const removeHour = statement<OfHour>()((db, { projectId, hour }) =>
  db
    .deleteFrom('radar_count')
    .where(SUMS)
    .where(({ and }) => and({ project_id: projectId, hour })),
);

type Order = (a: Counter, b: Counter) => number;
const byTickets: Order = (a, b) => b.tickets - a.tickets;

/** Hours since 1970, UTC. */
export const radarCounts = (db: Executor) => {
  const firstFolded = async (projectId: string, from: number) => (await db.one(foldedHour, { projectId, from }))?.hour;
  const isFolded = async (projectId: string, hour: number) => (await firstFolded(projectId, hour)) === hour;
  const firstHourOfPlayers = async (projectId: string, from: number, to: number) =>
    (await db.one(hourOfPlayers, { projectId, from, to }))?.hour;

  /**
   * Adds up the counters by name: each series is complete before the next, so only the first
   * `limit` are in memory.
   */
  async function addUp({ projectId, hour }: OfHour, limit: number, order: Order, isOver = () => false) {
    const kept: Counter[] = [];
    let rest = 0;
    const dropOthers = () => {
      for (const { tickets } of kept.sort(order).splice(limit)) rest += tickets;
    };
    let after: Place = { build: '', platform: '', type: '', lastPlayer: '' };
    for (;;) {
      const rows = await db.all(page, { projectId, hour, ...after });
      let read = 0;
      for (const { build, platform, type, tickets, lastPlayer } of rows) {
        read += tickets;
        after = { build, platform, type, lastPlayer };
        const last = kept.at(-1);
        if (last?.build === build && last.platform === platform && last.type === type) last.tickets += tickets;
        else kept.push({ build, platform, type, tickets });
      }
      if (read < PAGE || isOver()) break;
      if (kept.length > 2 * limit) {
        // The last series may go on.
        const last = kept.splice(-1);
        dropOthers();
        kept.push(...last);
      }
      await nextTurn();
    }
    if (kept.length > limit) dropOthers();
    return { kept, rest };
  }

  return {
    /** Call in the ticket's transaction. */
    add: (ticket: CountedTicket) => db.run(count, radarParams(ticket)),

    /**
     * Reads the counts of the hours from `from` until before `to`, in any order. Others go on
     * meanwhile. Not for a transaction.
     */
    async ofHours(projectId: string, from: number, to: number): Promise<(Counter & { hour: number })[]> {
      let counted: (Counter & { hour: number })[] = [];
      for (let next = from; next < to; next++) {
        const hour = await firstHourOfPlayers(projectId, next, to);
        if (hour === undefined) break;
        next = hour;
        if (await isFolded(projectId, hour)) continue;
        const { kept } = await addUp({ projectId, hour }, MAX_ROWS, byTickets);
        counted = counted.concat(kept.map((row) => ({ ...row, hour })));
        if (counted.length > MAX_ROWS) counted = counted.sort(byTickets).slice(0, MAX_ROWS);
      }
      // Last: counters of players may have been deleted since they were read.
      const rows = await db.all(folded, { projectId, from, to });
      const hours = new Set(rows.map(({ hour }) => hour));
      return rows.concat(counted.filter(({ hour }) => !hours.has(hour)));
    },

    /** With counters of players left. */
    firstHourOfPlayers,

    /** Then counters of players no longer count. */
    isFolded,

    /**
     * One row for each build, platform and type. Of too many, those with the fewest players, then
     * tickets, become the rest. Others go on meanwhile. Undefined: `isOver` ended it.
     */
    async sumsOf(hour: OfHour, playersOf: PlayersOf, isOver = () => false): Promise<Counter[] | undefined> {
      const order: Order = (a, b) => playersOf(b.build, b.platform) - playersOf(a.build, a.platform) || byTickets(a, b);
      const { kept, rest } = await addUp(hour, MAX_RADAR_SERIES, order, isOver);
      if (isOver()) return undefined;
      return rest === 0 ? kept : [...kept, { ...REST_OF_SERIES, tickets: rest }];
    },

    /**
     * Stores the sums of an hour. From then on counters of its players do not count, and can be
     * deleted. In a transaction.
     */
    async fold(projectId: string, hour: number, sums: readonly Counter[]): Promise<void> {
      if (await isFolded(projectId, hour)) return;
      for (const row of sums) await db.run(add, { player_id: FOLDED, project_id: projectId, hour, ...row });
    },

    /** Some of an hour, in a transaction. Returns whether there may be more. */
    async removePlayers(projectId: string, hour: number): Promise<boolean> {
      const some = await db.all(players, { projectId, hour });
      if (some.length === 0) return false;
      const ids = JSON.stringify(some.map(({ player_id }) => player_id));
      await db.run(removePlayers, { projectId, hour, ids });
      return some.length === DELETE_STEP;
    },

    oldestHour: (projectId: string) => firstFolded(projectId, 0),
    removeHour: (projectId: string, hour: number) => db.run(removeHour, { projectId, hour }),
  };
};

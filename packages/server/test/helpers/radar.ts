import { HOUR } from '../../src/domain/time.ts';
import { createRadarWatch } from '../../src/jobs/radar-watch.ts';
import type { Project } from './builders.ts';
import { executeSql } from './databases.ts';
import type { TestServer } from './harness.ts';
import { queryRows } from './stored-rows.ts';

export const CONTEXT = { appVersion: '1.0', platform: 'ios' };
const KEPT_DAYS = 60;

interface Options {
  readonly keptDays?: number;
  readonly live?: Pick<TestServer['live'], 'settingsChanged'>;
  /** The project's lock is free, besides the database's answer. */
  readonly isFree?: () => boolean;
}

/** Returns what another node's radar does in a round. */
export function aRadar(server: TestServer, options: Options = {}) {
  const { keptDays = KEPT_DAYS, live = server.live, isFree = () => true } = options;
  const { baselines, clock } = server;
  const transaction: TestServer['store']['transaction'] = (work) =>
    server.store.transaction((tx) => work({ ...tx, tryLock: async (name) => isFree() && tx.tryLock(name) }));
  const store = { ...server.store, transaction };
  const logger = { info: () => {} };
  const stopping = new AbortController().signal;
  const radar = createRadarWatch({ store, baselines, clock: () => clock.now, logger, live, keptDays, stopping });
  return async () => {
    await radar.look();
    await radar.tidy();
  };
}

export interface Usual {
  readonly build?: string;
  readonly platform?: string;
  readonly type?: string;
  readonly hours?: number;
  readonly players?: number;
  /** A ticket in each of so many hours. 0: no tickets. */
  readonly ticketEvery?: number;
}

/** Adds past hours with so many players. One wrote a ticket now and then. */
export async function usualHours({ store, clock }: TestServer, { id: projectId }: Project, usual: Usual = {}) {
  const { build = '1.0', platform = 'ios', type = 'bug', hours = 72, players = 1000, ticketEvery = 4 } = usual;
  const running = Math.floor(clock.now / HOUR);
  await store.transaction(async (tx) => {
    for (let hour = running - hours; hour < running; hour++) {
      await tx.radarPlayers.save({ project_id: projectId, hour, build, platform, node: '', players, sketch: null });
      if (ticketEvery === 0 || hour % ticketEvery !== 0) continue;
      const ticket = { player_id: 'ply_0', project_id: projectId, type, created_at: hour * HOUR };
      await tx.radarCounts.add({ ...ticket, radar: { build, platform } });
    }
  });
}

let writers = 0;

/** Adds the running hour's player count, and tickets of one player each. */
export async function thisHour({ store, clock }: TestServer, { id }: Project, tickets: number, usual: Usual = {}) {
  const { build = '1.0', platform = 'ios', type = 'bug', players = 1000 } = usual;
  const hour = Math.floor(clock.now / HOUR);
  const row = { project_id: id, hour, build, platform, node: 'n', players, sketch: null };
  await store.transaction(async (tx) => {
    await tx.radarPlayers.save(row);
    for (let index = 0; index < tickets; index++) {
      await tx.radarCounts.add({
        player_id: `ply_writer${writers++}`,
        project_id: id,
        type,
        created_at: clock.now,
        radar: { build, platform },
      });
    }
  });
}

/** Adds so many players' counters to an hour. `build`: SQL of their build, with number `n`. */
export const manyCounters = (server: TestServer, { id }: Project, hour: number, count: number, build: string) =>
  executeSql(
    server.databaseUrl,
    `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${count})
      INSERT INTO radar_count (player_id, project_id, hour, build, platform, type, tickets)
      SELECT 'ply_' || n || '_' || ${build}, '${id}', ${hour}, ${build}, 'ios', 'bug', 1 FROM number`,
  );

/** Counts tickets by `build platform type`. */
export async function countedTickets(server: TestServer, { id }: Project): Promise<Record<string, number>> {
  const rows = await queryRows(
    server.databaseUrl,
    `SELECT build, platform, type, SUM(tickets) AS tickets FROM radar_count WHERE project_id = '${id}'
      GROUP BY build, platform, type ORDER BY build, platform, type`,
  );
  return Object.fromEntries(
    rows.map(({ build, platform, type, tickets }) => [`${build} ${platform} ${type}`, Number(tickets)]),
  );
}

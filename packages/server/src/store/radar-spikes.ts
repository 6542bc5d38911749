import type { Executor } from './database.ts';
import { insertNewRow } from './plain-statements.ts';
import { sql, statement } from './statement.ts';
import { type RadarSpikeRow, radarSpikeTable } from './tables.ts';

/** A project has far fewer in 60 days. */
const MAX_SPIKES_READ = 1000;

const add = insertNewRow(radarSpikeTable);

const goesOn = statement<RadarSpikeRow & { since: number }>()((db, row) => {
  // The most unlikely hour is shown.
  const once = sql`CAST(${row.once_per_hours} AS double precision)`;
  const worst = (column: 'tickets' | 'players' | 'expected' | 'once_per_hours') =>
    sql<number>`CASE WHEN once_per_hours < ${once} OR (once_per_hours = ${once} AND tickets < ${row.tickets})
      THEN CAST(${row[column]} AS double precision) ELSE ${sql.ref(column)} END`;
  return db
    .updateTable('radar_spike')
    .set({
      last_hour: sql<number>`CASE WHEN last_hour < CAST(${row.last_hour} AS bigint)
        THEN CAST(${row.last_hour} AS bigint) ELSE last_hour END`,
      tickets: worst('tickets'),
      players: worst('players'),
      expected: worst('expected'),
      once_per_hours: worst('once_per_hours'),
    })
    .where(({ and }) => and({ project_id: row.project_id, build: row.build, platform: row.platform, type: row.type }))
    .where('last_hour', '>=', row.since);
});

const since = statement<{ projectId: string; from: number }>()((db, { projectId, from }) =>
  db
    .selectFrom('radar_spike')
    .select(radarSpikeTable.columns)
    .where('project_id', '=', projectId)
    .where('last_hour', '>=', from)
    .orderBy('last_hour', 'desc')
    .orderBy('once_per_hours', 'desc')
    .limit(sql.lit(MAX_SPIKES_READ)),
);

const found = statement<{ from: number; to: number }>()((db, { from, to }) =>
  db
    .selectFrom('radar_spike')
    .select(['project_id', 'found_at as at'])
    .where('found_at', '>', from)
    .where('found_at', '<=', to)
    .orderBy('found_at', 'desc')
    .limit(sql.lit(MAX_SPIKES_READ)),
);

const removeBefore = statement<{ projectId: string; before: number }>()((db, { projectId, before }) =>
  db.deleteFrom('radar_spike').where('project_id', '=', projectId).where('last_hour', '<', before),
);

export const radarSpikes = (db: Executor) => ({
  /**
   * A spike of the same series since `quietSince` goes on. Returns whether it is new: on one node
   * only.
   */
  async note(row: RadarSpikeRow, quietSince: number): Promise<boolean> {
    if ((await db.run(goesOn, { ...row, since: quietSince })) > 0) return false;
    return (await db.run(add, row)) > 0;
  },
  since: (projectId: string, from: number) => db.all(since, { projectId, from }),
  /** Newest first, in milliseconds. `from` is excluded. */
  found: (from: number, to: number) => db.all(found, { from, to }),
  removeBefore: (projectId: string, before: number) => db.run(removeBefore, { projectId, before }),
});

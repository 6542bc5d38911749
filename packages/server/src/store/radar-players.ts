import { PlayerSketch } from '../domain/radar/player-sketch.ts';
import { nameOf } from '../domain/radar/series.ts';
import type { Executor } from './database.ts';
import { deleteRows, saveRow } from './plain-statements.ts';
import { type Hours, isIn } from './radar-counts.ts';
import { sql, statement } from './statement.ts';
import { type RadarPlayerRow, radarPlayerTable } from './tables.ts';

/** The `node` of a row that is the sum of all processes. */
const FOLDED = '';

// A count never falls, so a late one does not replace a newer one.
const save = saveRow(radarPlayerTable, ['players', 'sketch'], 'players');

type Key = Pick<RadarPlayerRow, 'project_id' | 'hour' | 'build' | 'platform' | 'node'>;

const remove = deleteRows(radarPlayerTable, 'project_id', 'hour', 'build', 'platform', 'node');

const ofHours = statement<Hours>()((db, hours) =>
  db.selectFrom('radar_player').select(['hour', 'build', 'platform', 'players', 'sketch']).where(isIn(hours)),
);

const sketchedHours = statement<Hours>()((db, hours) =>
  db.selectFrom('radar_player').select('hour').distinct().where(isIn(hours)).where('node', '<>', sql.lit(FOLDED)),
);

const takeHour = statement<{ projectId: string; hour: number }>()((db, { projectId, hour }) =>
  db
    .deleteFrom('radar_player')
    .where(({ and }) => and({ project_id: projectId, hour }))
    .returning(['hour', 'build', 'platform', 'players', 'sketch']),
);

const oldestHour = statement<{ projectId: string }>()((db, { projectId }) =>
  db.selectFrom('radar_player').select('hour').where('project_id', '=', projectId).orderBy('hour').limit(1),
);

/** Of a build and platform. */
export type ActiveHour = Pick<RadarPlayerRow, 'hour' | 'build' | 'platform' | 'players'>;
type CountedRow = ActiveHour & Pick<RadarPlayerRow, 'sketch'>;

/** A player seen by several processes counts once. */
function addUp(rows: readonly CountedRow[]): ActiveHour[] {
  const groups = Map.groupBy(rows, ({ hour, build, platform }) => nameOf(String(hour), build, platform));
  return Array.from(groups.values(), (group) => {
    const [first] = group;
    const { hour, build, platform } = first as CountedRow;
    const most = Math.max(...group.map(({ players }) => players));
    if (group.length === 1) return { hour, build, platform, players: most };
    const all = new PlayerSketch();
    for (const { sketch } of group) if (sketch !== null) all.merge(PlayerSketch.parse(sketch));
    return { hour, build, platform, players: Math.max(most, all.count()) };
  });
}

export const radarPlayers = (db: Executor) => ({
  save: (row: RadarPlayerRow) => db.run(save, row),
  remove: (key: Key) => db.run(remove, key),
  /** Reads the counts from hour `from` until before `to`, in any order. */
  ofHours: async (projectId: string, from: number, to: number) => addUp(await db.all(ofHours, { projectId, from, to })),
  /** Finds hours whose counts are not added up yet. */
  sketchedHours: async (projectId: string, from: number, to: number) =>
    (await db.all(sketchedHours, { projectId, from, to })).map(({ hour }) => hour),
  /** One row for each build and platform. In a transaction. */
  async fold(projectId: string, hour: number): Promise<void> {
    for (const { build, platform, players } of addUp(await db.all(takeHour, { projectId, hour }))) {
      await db.run(save, { project_id: projectId, hour, build, platform, node: FOLDED, players, sketch: null });
    }
  },
  oldestHour: async (projectId: string) => (await db.one(oldestHour, { projectId }))?.hour,
  removeHour: (projectId: string, hour: number) => db.all(takeHour, { projectId, hour }),
});

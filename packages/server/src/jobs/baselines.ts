import { nextTurn } from '../domain/next-turn.ts';
import { BASELINE_DAYS, Baseline } from '../domain/radar/baseline.ts';
import { nameOf } from '../domain/radar/series.ts';
import { DAY, HOUR } from '../domain/time.ts';
import type { Store } from '../store/store.ts';

const DAY_HOURS = DAY / HOUR;
/** Baselines in memory. One has about a hundred kilobytes. */
const MAX_BASELINES = 200;

/** Reads what is usual in a project before an hour. A day at a time, so that requests go on. */
export async function readBaseline(
  { radarCounts, radarPlayers, radarSpikes }: Pick<Store, 'radarCounts' | 'radarPlayers' | 'radarSpikes'>,
  projectId: string,
  before: number,
): Promise<Baseline> {
  const from = before - BASELINE_DAYS * DAY_HOURS;
  const baseline = new Baseline(await radarSpikes.since(projectId, from));
  const oldest = (await radarPlayers.oldestHour(projectId)) ?? before;
  for (let start = Math.max(from, oldest); start < before; start += DAY_HOURS) {
    const end = Math.min(before, start + DAY_HOURS);
    const players = await radarPlayers.ofHours(projectId, start, end);
    if (players.length > 0) baseline.learn(await radarCounts.ofHours(projectId, start, end), players);
    await nextTurn();
  }
  return baseline;
}

/** The baselines of projects, each read once an hour. */
export function createBaselines(store: Store) {
  const known = new Map<string, { readonly before: number; readonly baseline: Promise<Baseline> }>();
  return {
    /** What is usual in a project before this hour. */
    of(projectId: string, before: number): Promise<Baseline> {
      const found = known.get(projectId);
      if (found?.before === before) return found.baseline;
      const baseline = readBaseline(store, projectId, before);
      known.delete(projectId);
      for (const oldest of known.keys()) {
        if (known.size < MAX_BASELINES) break;
        known.delete(oldest);
      }
      known.set(projectId, { before, baseline });
      baseline.catch(() => known.delete(projectId));
      return baseline;
    },
  };
}

export type Baselines = ReturnType<typeof createBaselines>;

/** The series of each hour with their tickets and players. */
export async function readHours(
  { radarCounts, radarPlayers }: Pick<Store, 'radarCounts' | 'radarPlayers'>,
  projectId: string,
  { from, to }: { readonly from: number; readonly to: number },
) {
  const tickets = await radarCounts.ofHours(projectId, from, to);
  const players = await radarPlayers.ofHours(projectId, from, to);
  const byName = new Map(
    players.map(({ hour, build, platform, players: count }) => [nameOf(String(hour), build, platform), count]),
  );
  const playersOf = (hour: number, build: string, platform: string) =>
    byName.get(nameOf(String(hour), build, platform));
  return { tickets, players, playersOf };
}

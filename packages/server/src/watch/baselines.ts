import { nextTurn } from '../domain/next-turn.ts';
import { BASELINE_DAYS, Baseline } from '../domain/radar/baseline.ts';
import { hourOf, nameOf } from '../domain/radar/series.ts';
import { DAY, HOUR, SECOND } from '../domain/time.ts';
import type { Store } from '../store/store.ts';

declare module '../operations/context.ts' {
  interface Parts {
    readonly baselines: Baselines;
  }
}

const DAY_HOURS = DAY / HOUR;
/** In memory. One has about a hundred kilobytes. */
const MAX_BASELINES = 200;
/** So long, requests share counts of hours that are not added up yet. */
const SHARED_MS = 10 * SECOND;
/** Fewer are read anew for each request: that takes a millisecond. */
const MIN_SHARED_TICKETS = 2000;
/** Projects with shared counts in memory: some megabytes if names are invented. */
const MAX_SHARED = 8;

/** What is usual before an hour. A day at a time, so that requests go on. */
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

/** `isFresh`: reads the newest counts, and shares them. */
type Hours = { readonly from: number; readonly to: number; readonly now: number; readonly isFresh?: boolean };

/** Read once an hour per project, with the counts compared with them. */
export function createBaselines(store: Store) {
  const known = new Map<string, { readonly before: number; readonly baseline: Promise<Baseline> }>();
  const shared = new Map<string, { readonly at: number; readonly running: number; readonly tickets: Tickets }>();

  /** Reads tickets of this hour and the one before, whose counters may not be added up. */
  function recent(projectId: string, now: number, isFresh: boolean): Tickets {
    const running = hourOf(now);
    const found = shared.get(projectId);
    // The server's clock can also go back.
    const isShared = found?.running === running && Math.abs(now - found.at) < SHARED_MS;
    if (isShared && !isFresh) return found.tickets;
    const tickets = store.radarCounts.ofHours(projectId, running - 1, running + 1);
    keep(shared, MAX_SHARED, projectId, { at: now, running, tickets });
    const drop = () => {
      if (shared.get(projectId)?.tickets === tickets) shared.delete(projectId);
    };
    tickets.then((rows) => {
      if (rows.reduce((sum, row) => sum + row.tickets, 0) < MIN_SHARED_TICKETS) drop();
    }, drop);
    return tickets;
  }

  return {
    /** Tells what is usual before this hour. */
    of(projectId: string, before: number): Promise<Baseline> {
      const found = known.get(projectId);
      if (found?.before === before) return found.baseline;
      const baseline = readBaseline(store, projectId, before);
      keep(known, MAX_BASELINES, projectId, { before, baseline });
      baseline.catch(() => known.delete(projectId));
      return baseline;
    },

    /** Reads each hour's series, with tickets and players. */
    async readHours(projectId: string, { from, to, now, isFresh = false }: Hours) {
      const settled = Math.max(from, Math.min(to, hourOf(now) - 1));
      const older = from < settled ? await store.radarCounts.ofHours(projectId, from, settled) : [];
      const newer = settled < to ? await recent(projectId, now, isFresh) : [];
      const tickets = older.concat(newer.filter(({ hour }) => settled <= hour && hour < to));
      const players = await store.radarPlayers.ofHours(projectId, from, to);
      const byName = new Map(
        players.map(({ hour, build, platform, players: count }) => [nameOf(String(hour), build, platform), count]),
      );
      const playersOf = (hour: number, build: string, platform: string) =>
        byName.get(nameOf(String(hour), build, platform));
      return { tickets, players, playersOf };
    },
  };
}

type Tickets = ReturnType<Store['radarCounts']['ofHours']>;

/** Drops the oldest beyond `size`. */
function keep<Value>(values: Map<string, Value>, size: number, key: string, value: Value): void {
  values.delete(key);
  for (const oldest of values.keys()) {
    if (values.size < size) break;
    values.delete(oldest);
  }
  values.set(key, value);
}

export type Baselines = ReturnType<typeof createBaselines>;

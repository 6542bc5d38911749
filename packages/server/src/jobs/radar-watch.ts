import type { Logger } from 'pino';
import { hourOf, nameOf } from '../domain/radar/series.ts';
import { findSpikes, MIN_SPIKE_TICKETS, type Observed, QUIET_HOURS } from '../domain/radar/spike.ts';
import { DAY, HOUR, MINUTE } from '../domain/time.ts';
import type { Live } from '../live/live.ts';
import type { Context } from '../operations/context.ts';
import type { Transaction } from '../store/store.ts';
import type { Baselines } from '../watch/baselines.ts';
import { pauseAfter } from './work.ts';

/** How often a node looks at a project's counters, and whether to add them up. */
const LOOK_INTERVAL_MS = MINUTE;
/** So long after an hour, the other nodes have stored their counts. */
const SETTLED_MS = 5 * MINUTE;
/** Left-over active players of older hours, such as after days without a server. */
const FOLD_HOURS = 72;
const DAY_HOURS = DAY / HOUR;
/** Hours of one project per round. */
const MAX_PRUNED = 100;

/** One node at a time writes about a project. */
const lockOf = (projectId: string) => `radar ${projectId}`;

interface WatchOptions extends Pick<Context, 'store' | 'clock'> {
  readonly baselines: Baselines;
  readonly logger: Pick<Logger, 'info'>;
  readonly live: Pick<Live, 'settingsChanged'>;
  /** For counters and spikes. */
  readonly keptDays: number;
  readonly stopping: AbortSignal;
}

/**
 * `look` finds spikes in this hour and the one before, `tidy` adds up and deletes counters. Each at
 * most once a minute.
 */
export function createRadarWatch({ store, baselines, clock, logger, live, keptDays, stopping }: WatchOptions) {
  const tidied = new Map<string, number>();

  async function lookAt(projectId: string, now: number): Promise<void> {
    const hour = hourOf(now);
    // Each of the two hours is also looked at together with the one before it.
    const { tickets, playersOf } = await baselines.readHours(projectId, {
      from: hour - 3,
      to: hour + 1,
      now,
      isFresh: true,
    });
    const running = tickets.filter((row) => row.hour === hour || row.hour === hour - 1);
    if (!running.some((row) => row.tickets >= MIN_SPIKE_TICKETS)) return;
    const observedIn = (looked: number): Observed[] =>
      tickets
        .filter((row) => row.hour === looked)
        .map(({ build, platform, type, tickets: count }) => {
          const sofar = playersOf(looked, build, platform) ?? 0;
          // In an hour's first minutes, those of the hour before are still coming.
          const before = looked === hour ? (playersOf(hour - 1, build, platform) ?? 0) : 0;
          return { build, platform, type, tickets: count, players: Math.max(sofar, before) };
        });
    // Spikes of the looked-at hours do not belong to their baseline.
    const baseline = await baselines.of(projectId, hour - 1);
    for (const looked of [hour - 1, hour]) {
      const found = findSpikes(baseline, observedIn(looked), observedIn(looked - 1));
      for (const { build, platform, type, tickets: count, players, expected, oncePerHours } of found) {
        const row = {
          project_id: projectId,
          build,
          platform,
          type,
          hour: looked,
          last_hour: looked,
          tickets: count,
          players,
          expected,
          once_per_hours: oncePerHours,
          found_at: now,
        };
        const isNew = await locked(projectId, (tx) => tx.radarSpikes.note(row, looked - QUIET_HOURS));
        if (!isNew) continue;
        logger.info({ projectId, hour: looked, tickets: count }, 'the radar found a spike');
        live.settingsChanged('radar');
      }
    }
  }

  const locked = async <Result>(projectId: string, work: (tx: Transaction) => Promise<Result>) =>
    store.transaction(async (tx) => ((await tx.tryLock(lockOf(projectId))) ? work(tx) : undefined));

  /**
   * Deletes in many transactions, so that others go between. False: not all are deleted, because
   * another node has the lock or this one stops.
   */
  async function removePlayers(projectId: string, hour: number): Promise<boolean> {
    const step = async (tx: Transaction) => {
      const began = performance.now();
      const goesOn = await tx.radarCounts.removePlayers(projectId, hour);
      return { goesOn, milliseconds: performance.now() - began };
    };
    while (!stopping.aborted) {
      const done = await locked(projectId, step);
      if (done === undefined) return false;
      if (!done.goesOn) return true;
      await pauseAfter(done.milliseconds, stopping);
    }
    return false;
  }

  /** True: the hour's counters are added up. */
  async function foldCounts(projectId: string, hour: number): Promise<boolean> {
    if (await store.radarCounts.isFolded(projectId, hour)) return true;
    const players = await store.radarPlayers.ofHours(projectId, hour, hour + 1);
    const byName = new Map(players.map(({ build, platform, players: count }) => [nameOf(build, platform), count]));
    const playersOf = (build: string, platform: string) => byName.get(nameOf(build, platform)) ?? 0;
    const sums = await store.radarCounts.sumsOf({ projectId, hour }, playersOf, () => stopping.aborted);
    if (sums === undefined) return false;
    const done = await locked(projectId, (tx) => tx.radarCounts.fold(projectId, hour, sums).then(() => true));
    return done === true;
  }

  /** Adds up the counters of ended hours, and deletes old ones. Ends if another node does so. */
  async function tidyProject(projectId: string, now: number): Promise<void> {
    const to = hourOf(now - SETTLED_MS);
    if (tidied.get(projectId) === to) return;
    const before = hourOf(now) - keptDays * DAY_HOURS;
    const { radarCounts, radarPlayers, radarSpikes } = store;
    for (let next = 0; ; ) {
      const hour = await radarCounts.firstHourOfPlayers(projectId, next, to);
      if (hour === undefined) break;
      if (!(await foldCounts(projectId, hour)) || !(await removePlayers(projectId, hour))) return;
      next = hour + 1;
    }
    for (const hour of await radarPlayers.sketchedHours(projectId, to - FOLD_HOURS, to)) {
      if (stopping.aborted) return;
      await locked(projectId, (tx) => tx.radarPlayers.fold(projectId, hour));
    }
    for (const name of ['radarCounts', 'radarPlayers'] as const) {
      for (let count = 0; count < MAX_PRUNED; count++) {
        if (stopping.aborted) return;
        const oldest = await store[name].oldestHour(projectId);
        if (oldest === undefined || oldest >= before) break;
        await store[name].removeHour(projectId, oldest);
      }
    }
    await radarSpikes.removeBefore(projectId, before);
    tidied.set(projectId, to);
  }

  function everyMinute(work: (projectId: string, now: number) => Promise<void>) {
    let workedAt = Number.NEGATIVE_INFINITY;
    return async (): Promise<void> => {
      const now = clock();
      // The clock can be set back, which must not prolong the wait.
      if (Math.abs(now - workedAt) < LOOK_INTERVAL_MS) return;
      workedAt = now;
      for (const { project_id: projectId } of await store.projects.list()) {
        if (stopping.aborted) return;
        await work(projectId, now);
      }
    };
  }

  return { look: everyMinute(lookAt), tidy: everyMinute(tidyProject) };
}

import type { StormMode } from '@player-support/contract/enums';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { hasHistory, type PlayerHistory } from '../domain/project.ts';
import {
  BASELINE_DAYS,
  baselineOf,
  CALM_MS,
  dayOf,
  isCalm,
  isStorm,
  MIN_PEAK,
  type Pace,
  paceOf,
  STORM_TICKETS,
  STORM_WINDOW_MS,
  type StormAction,
} from '../domain/storm.ts';
import { CLOCK_SKEW_MS } from '../domain/time.ts';
import { noOrigin, record } from '../operations/audited.ts';
import type { Context } from '../operations/context.ts';
import type { ProjectCache } from '../store/project-cache.ts';
import type { Store } from '../store/store.ts';
import type { ProjectRow } from '../store/tables.ts';

declare module '../operations/context.ts' {
  interface Parts {
    readonly stormWatch: StormWatch;
  }
}

/** New players' tickets on this node that lead to a check. */
const CHECK_TICKETS = 10;
/** Between two checks of a project. */
const CHECK_PAUSE_MS = 200;

const SERVER = { type: 'system', id: 'storm-watch', name: 'server' } as const;

interface WatchOptions extends Pick<Context, 'store' | 'clock' | 'elapsed' | 'live'> {
  readonly config: Pick<Config, 'rateLimitsOn'>;
  readonly logger: Logger;
  readonly projectCache: Pick<ProjectCache, 'forget'>;
}

interface Watched {
  /** Of new players on this node, since the last check. */
  tickets: number;
  checkedAt: number;
  isChecking: boolean;
}

type StormProject = Pick<ProjectRow, 'project_id' | 'storm_mode' | 'holding_since' | 'calm_since'>;

type Write = (tx: Pick<Store, 'storms'>) => Promise<boolean>;

export const stormModeOf = ({ storm_mode }: Pick<ProjectRow, 'storm_mode'>): StormMode => storm_mode ?? 'automatic';

/**
 * Watches new players' tickets on all nodes, and starts and stops holding new ones in projects with
 * automatic storm mode. With RATE_LIMITS=off it begins nothing.
 */
export function createStormWatch({ config, store, clock, elapsed, logger, live, projectCache }: WatchOptions) {
  const watched = new Map<string, Watched>();
  const running = new Set<Promise<void>>();

  async function readPace(projectId: string, now: number): Promise<{ readonly pace: Pace; readonly baseline: number }> {
    const newest = await store.storms.newest(projectId, now - STORM_WINDOW_MS, now + CLOCK_SKEW_MS, STORM_TICKETS);
    const today = dayOf(now);
    const peaks = await store.storms.peaks(projectId, today - BASELINE_DAYS, today);
    return { pace: paceOf(newest, now), baseline: baselineOf(peaks) };
  }

  /** Makes a change of this node, with its audit entry. */
  async function change(projectId: string, action: StormAction, now: number, write: Write): Promise<void> {
    const call = { operation: action, now, clock, caller: SERVER, origin: noOrigin };
    const isDone = await store.transaction(async (tx) => {
      const done = await write(tx);
      if (done) await record(tx, call, { target: projectId, projectId });
      return done;
    });
    if (!isDone) return;
    projectCache.forget(projectId);
    live.settingsChanged('projects');
    logger.warn({ projectId, action }, action === 'StormBegan' ? 'started holding tickets' : 'stopped holding tickets');
  }

  async function check(projectId: string, now: number): Promise<void> {
    const { pace, baseline } = await readPace(projectId, now);
    if (isStorm(pace, baseline)) {
      await change(projectId, 'StormBegan', now, (tx) => tx.storms.begin(projectId, now));
    } else if (pace.tickets >= MIN_PEAK) {
      await store.storms.notePeak({ project_id: projectId, day: dayOf(now), tickets: pace.tickets });
      await store.storms.forgetPeaks(projectId, dayOf(now) - BASELINE_DAYS);
    }
  }

  /** Stops holding after a long enough calm. */
  async function checkEnd(project: StormProject, now: number): Promise<void> {
    const { project_id: projectId, holding_since: holdingSince, calm_since: calmSince } = project;
    if (holdingSince === null) return;
    const { pace, baseline } = await readPace(projectId, now);
    if (!isCalm(pace, baseline)) {
      if (calmSince !== null) await store.storms.setCalm({ projectId, holdingSince, calmSince: null });
    } else if (calmSince === null || calmSince > now + CLOCK_SKEW_MS) {
      await store.storms.setCalm({ projectId, holdingSince, calmSince: now });
    } else if (now - calmSince >= CALM_MS) {
      await change(projectId, 'StormEnded', now, (tx) => tx.storms.end({ projectId, holdingSince, calmSince }));
    }
  }

  async function runCheck(projectId: string, state: Watched): Promise<void> {
    const now = clock();
    Object.assign(state, { tickets: 0, checkedAt: elapsed(), isChecking: true });
    try {
      await check(projectId, now);
    } finally {
      state.isChecking = false;
    }
  }

  return {
    /** For each ticket that is not held, after its commit. */
    ticketCreated({ project, session }: { project: StormProject; session: PlayerHistory }, now: number): void {
      const isWatched = config.rateLimitsOn && stormModeOf(project) === 'automatic';
      if (!isWatched || project.holding_since !== null || hasHistory(session, now)) return;
      const { project_id: projectId } = project;
      const state = watched.get(projectId) ?? { tickets: 0, checkedAt: Number.NEGATIVE_INFINITY, isChecking: false };
      watched.set(projectId, state);
      state.tickets++;
      if (state.isChecking || state.tickets < CHECK_TICKETS || elapsed() - state.checkedAt < CHECK_PAUSE_MS) return;
      const run = runCheck(projectId, state)
        .catch((error) => logger.error({ err: error, projectId }, 'a storm was not checked'))
        .finally(() => running.delete(run));
      running.add(run);
    },

    /** Projects with new players' tickets in this process since the last check. */
    async checkNew(): Promise<void> {
      for (const [projectId, state] of watched) {
        if (state.tickets > 0 && !state.isChecking) await runCheck(projectId, state);
      }
    },
    async checkHolding(): Promise<void> {
      const now = clock();
      for (const project of await store.projects.list()) {
        if (project.holding_since !== null && stormModeOf(project) === 'automatic') await checkEnd(project, now);
      }
    },
    idle: async () => void (await Promise.all(running)),
  };
}

export type StormWatch = ReturnType<typeof createStormWatch>;

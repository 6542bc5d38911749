import { DEFAULT_RADAR_HOURS, MAX_LISTED_RADAR_SERIES, MAX_LISTED_SPIKES } from '@player-support/contract/limits';
import { RadarQuery, RadarResponse } from '@player-support/contract/team/radar';
import { canAccessProject } from '../../domain/access.ts';
import { inTurns } from '../../domain/in-turns.ts';
import { nextTurn } from '../../domain/next-turn.ts';
import { hourOf, type SeriesKey } from '../../domain/radar/series.ts';
import { HOUR, iso } from '../../domain/time.ts';
import { invalid } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import type { Baselines } from '../../watch/baselines.ts';
import { presentSeries, presentSpike, seriesName } from './present-radar.ts';

/** Per statement, so that requests of players go on. */
const HOURS_PER_READ = 24;

interface Series {
  readonly key: SeriesKey;
  readonly name: string;
  /** By hour. */
  readonly tickets: Map<number, number>;
  sum: number;
}

interface Window {
  readonly now: number;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly matches: (key: SeriesKey) => boolean;
}

export const getRadar = operation({
  id: 'GetRadar',
  tag: 'Radar',
  summary: 'Get the build radar',
  description:
    'How many tickets players wrote in each hour, by build, platform and ticket type, what is usual for so many players, and the spikes. A player counts once in an hour for each of them. Tickets that the team created, and held ones, do not count.',
  method: 'GET',
  url: '/api/v1/team/radar',
  auth: 'team',
  role: 'viewer',
  query: RadarQuery,
  needs: ['baselines', 'expensiveReads'],
  success: { status: 200, schema: RadarResponse },

  async handle({ caller, query, now }, { store, baselines, expensiveReads }) {
    const { projectId, build, platform, type } = query;
    const isProject = canAccessProject(caller, projectId) && (await store.projects.byId(projectId)) !== undefined;
    if (!isProject) throw invalid('projectId', 'unknown-project');
    const running = hourOf(now);
    const hours = query.hours ?? DEFAULT_RADAR_HOURS;
    const from = running - hours + 1;
    const matches = (key: SeriesKey) =>
      (build === undefined || key.build === build) &&
      (platform === undefined || key.platform === platform) &&
      (type === undefined || key.type === type);

    return expensiveReads.run(caller.id, async () => {
      const baseline = await baselines.of(projectId, running - 1);
      const { series, playersOf } = await readSeries(baselines, projectId, { now, from, to: running + 1, matches });
      const spikes = (await store.radarSpikes.since(projectId, from)).filter(matches).slice(0, MAX_LISTED_SPIKES);
      const hasSpike = new Set(spikes.map(seriesName));
      const withSpike = (has: boolean) =>
        series.filter(({ name }) => hasSpike.has(name) === has).sort((a, b) => b.sum - a.sum);
      const shown = [...withSpike(true), ...withSpike(false)].slice(0, MAX_LISTED_RADAR_SERIES);
      return {
        status: 200,
        body: {
          projectId,
          from: iso(from * HOUR),
          hours,
          isLearning: !baseline.isReady,
          series: shown.map(({ key, tickets }) => {
            const inHours = <Value>(at: (hour: number) => Value) =>
              Array.from({ length: hours }, (_, index) => at(from + index));
            const players = inHours((hour) => playersOf(hour, key.build, key.platform) ?? 0);
            return presentSeries({ key, tickets: inHours((hour) => tickets.get(hour) ?? 0), players }, baseline);
          }),
          moreSeries: series.length - shown.length,
          spikes: spikes.map(presentSpike),
        },
      } as const;
    });
  },
});

type PlayersOf = (hour: number, build: string, platform: string) => number | undefined;

/**
 * Reads series with tickets in a window. Attackers can make very many, so each has only its hours.
 */
async function readSeries(
  baselines: Baselines,
  projectId: string,
  { now, from, to, matches }: Window,
): Promise<{ readonly series: Series[]; readonly playersOf: PlayersOf }> {
  const series = new Map<string, Series>();
  const reads: PlayersOf[] = [];
  for (let start = from; start < to; start += HOURS_PER_READ) {
    const end = Math.min(to, start + HOURS_PER_READ);
    const read = await baselines.readHours(projectId, { now, from: start, to: end });
    reads.push(read.playersOf);
    await inTurns(read.tickets, ({ hour, tickets, build, platform, type }) => {
      const key = { build, platform, type };
      if (!matches(key)) return;
      const name = seriesName(key);
      const one = series.get(name) ?? { key, name, tickets: new Map<number, number>(), sum: 0 };
      one.tickets.set(hour, tickets);
      one.sum += tickets;
      series.set(name, one);
    });
    await nextTurn();
  }
  const playersOf: PlayersOf = (hour, build, platform) =>
    reads[Math.floor((hour - from) / HOURS_PER_READ)]?.(hour, build, platform);
  return { series: [...series.values()], playersOf };
}

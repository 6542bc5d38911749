import { DEFAULT_RADAR_HOURS, MAX_LISTED_RADAR_SERIES, MAX_LISTED_SPIKES } from '@player-support/contract/limits';
import { RadarQuery, RadarResponse, type RadarSpike } from '@player-support/contract/team/radar';
import { canAccessProject } from '../../domain/access.ts';
import { inTurns } from '../../domain/in-turns.ts';
import { nextTurn } from '../../domain/next-turn.ts';
import { usualRange } from '../../domain/radar/negative-binomial.ts';
import { hourOf, nameOf, type SeriesKey } from '../../domain/radar/series.ts';
import { rarityInWords } from '../../domain/radar/spike.ts';
import { HOUR, iso } from '../../domain/time.ts';
import { invalid } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import type { RadarSpikeRow } from '../../store/tables.ts';
import type { Baselines } from '../../watch/baselines.ts';

/** Per statement, so that requests of players go on. */
const HOURS_PER_READ = 24;

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
    const { projectId } = query;
    const isProject = canAccessProject(caller, projectId) && (await store.projects.byId(projectId)) !== undefined;
    if (!isProject) throw invalid('projectId', 'unknown-project');
    const running = hourOf(now);
    const hours = query.hours ?? DEFAULT_RADAR_HOURS;
    const from = running - hours + 1;
    const inWindow = Array.from({ length: hours }, (_, index) => from + index);
    const matches = (key: SeriesKey) =>
      (['build', 'platform', 'type'] as const).every((name) => query[name] === undefined || key[name] === query[name]);

    return expensiveReads.run(caller, async () => {
      const baseline = await baselines.of(projectId, running - 1);
      const { series, playersOf } = await readSeries(baselines, projectId, from, now, matches);
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
            const players = inWindow.map((hour) => playersOf(hour, key.build, key.platform) ?? 0);
            const usual = players.map((count) => baseline.expected(key, count));
            const ranges = usual.map((one) => one && usualRange(one));
            return {
              ...presentKey(key),
              tickets: inWindow.map((hour) => tickets.get(hour) ?? 0),
              players,
              expected: usual.map((one) => (one === undefined ? null : rounded(one.mean))),
              low: ranges.map((range) => range?.low ?? null),
              high: ranges.map((range) => range?.high ?? null),
            };
          }),
          moreSeries: series.length - shown.length,
          spikes: spikes.map(presentSpike),
        },
      } as const;
    });
  },
});

type PlayersOf = Awaited<ReturnType<Baselines['readHours']>>['playersOf'];

/**
 * Reads series with tickets since an hour. Attackers can make very many, so each has only its
 * hours.
 */
async function readSeries(
  baselines: Baselines,
  projectId: string,
  from: number,
  now: number,
  matches: (key: SeriesKey) => boolean,
) {
  const series = new Map<string, { key: SeriesKey; name: string; tickets: Map<number, number>; sum: number }>();
  const reads: PlayersOf[] = [];
  const end = hourOf(now) + 1;
  for (let start = from; start < end; start += HOURS_PER_READ) {
    const to = Math.min(end, start + HOURS_PER_READ);
    const read = await baselines.readHours(projectId, { now, from: start, to });
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

const presentKey = ({ build, platform, type }: SeriesKey) => ({
  build: build === '' ? null : build,
  platform: platform === '' ? null : platform,
  type,
});

/** Two digits are enough for a chart. */
const rounded = (value: number) => Number(value.toPrecision(2));

const presentSpike = (row: RadarSpikeRow): RadarSpike => ({
  ...presentKey(row),
  from: iso(row.hour * HOUR),
  to: iso((row.last_hour + 1) * HOUR),
  tickets: row.tickets,
  players: row.players,
  expected: rounded(row.expected),
  oncePerHours: rounded(row.once_per_hours),
  words: rarityInWords(row.once_per_hours),
  foundAt: iso(row.found_at),
});

const seriesName = ({ build, platform, type }: SeriesKey) => nameOf(build, platform, type);

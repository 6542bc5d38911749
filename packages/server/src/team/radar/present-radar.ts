import type { RadarSeries, RadarSpike } from '@player-support/contract/team/radar';
import type { Baseline } from '../../domain/radar/baseline.ts';
import { usualRange } from '../../domain/radar/negative-binomial.ts';
import { nameOf, type SeriesKey } from '../../domain/radar/series.ts';
import { rarityInWords } from '../../domain/radar/words.ts';
import { HOUR, iso } from '../../domain/time.ts';
import type { RadarSpikeRow } from '../../store/tables.ts';

const presentKey = ({ build, platform, type }: SeriesKey) => ({
  build: build === '' ? null : build,
  platform: platform === '' ? null : platform,
  type,
});

/** Two digits are enough for a chart. */
const rounded = (value: number) => Number(value.toPrecision(2));

interface SeriesHours {
  readonly key: SeriesKey;
  /** One number for each hour. */
  readonly tickets: readonly number[];
  readonly players: readonly number[];
}

/** Adds what is usual in each hour to a series. */
export function presentSeries({ key, tickets, players }: SeriesHours, baseline: Baseline): RadarSeries {
  const usual = players.map((count) => baseline.expected(key, count));
  const ranges = usual.map((one) => one && usualRange(one));
  return {
    ...presentKey(key),
    tickets: [...tickets],
    players: [...players],
    expected: usual.map((one) => (one === undefined ? null : rounded(one.mean))),
    low: ranges.map((range) => range?.low ?? null),
    high: ranges.map((range) => range?.high ?? null),
  };
}

export const presentSpike = (row: RadarSpikeRow): RadarSpike => ({
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

export const seriesName = ({ build, platform, type }: SeriesKey) => nameOf(build, platform, type);

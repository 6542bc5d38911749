import { BASELINE_DAYS, Baseline, type KnownSpike } from '../../src/domain/radar/baseline.ts';
import { nameOf, type SeriesKey } from '../../src/domain/radar/series.ts';
import { findSpikes, type Observed, QUIET_HOURS } from '../../src/domain/radar/spike.ts';
import { type Game, type GeneratedHour, generate, poisson, type Random, randomOf } from './generate.ts';
import { recordedDays } from './recorded.ts';

/** Without a server: false alarms in invented games and a recorded series, and found spikes. */

/** Formats rows as a Markdown table. */
const table = ([head = [], ...rows]: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const DAY = 24;
const WEEK = 7 * DAY;
const WARM_UP = BASELINE_DAYS * DAY;
const WEEKS = 26;
const SEEDS = 4;
/** Like the server it learns each hour, but it forgets old hours once a day. */
const RENEW_HOURS = DAY;
/** Looks at a running hour. The server looks each minute. */
const LOOKS = [0.25, 0.5, 0.75, 1] as const;
const SEEN = [0.55, 0.75, 0.9, 1] as const;

const GAMES: readonly Game[] = [
  { title: 'small, pure chance', players: 2000, rate: 1, dispersion: 0 },
  { title: 'medium, pure chance', players: 50_000, rate: 1, dispersion: 0 },
  { title: 'large, pure chance', players: 500_000, rate: 0.5, dispersion: 0 },
  { title: 'small, uneven', players: 2000, rate: 1, dispersion: 0.3 },
  { title: 'medium, uneven', players: 50_000, rate: 1, dispersion: 0.3 },
  { title: 'large, uneven', players: 500_000, rate: 0.5, dispersion: 0.3 },
];

class Simulation {
  readonly spikes: KnownSpike[] = [];
  readonly #hours: GeneratedHour[] = [];
  #before: readonly Observed[] = [];
  readonly #random: Random;
  baseline = new Baseline();

  constructor(random: Random) {
    this.#random = random;
  }

  /** Looks at an hour as it goes on, and learns it. Returns the number of new spikes. */
  hour(hour: number, generated: GeneratedHour): number {
    if (hour % RENEW_HOURS === 0) this.#renew();
    const before = this.#hours.at(-1)?.players ?? [];
    const earlier = new Map(before.map((row) => [nameOf(row.build, row.platform), row.players]));
    const players = new Map(generated.players.map((row) => [nameOf(row.build, row.platform), row.players]));
    let found = 0;
    if (hour >= WARM_UP) {
      const sofar = generated.tickets.map(() => 0);
      for (const [look, until] of LOOKS.entries()) {
        const observed = generated.tickets.map(({ build, platform, type, tickets }, index) => {
          const left = tickets - (sofar[index] ?? 0);
          const part = until === 1 ? 1 : 1 / (LOOKS.length - look);
          for (let ticket = 0; ticket < left; ticket++)
            if (this.#random() < part) sofar[index] = (sofar[index] ?? 0) + 1;
          const name = nameOf(build, platform);
          const seen = Math.round((players.get(name) ?? 0) * (SEEN[look] ?? 1));
          const count = Math.max(seen, until === 1 ? 0 : (earlier.get(name) ?? 0));
          return { build, platform, type, tickets: sofar[index] ?? 0, players: count };
        });
        for (const spike of findSpikes(this.baseline, observed, this.#before)) found += this.#note(spike, hour);
      }
    }
    this.#before = generated.tickets.map(({ build, platform, type, tickets }) => {
      const count = players.get(nameOf(build, platform)) ?? 0;
      return { build, platform, type, tickets, players: count };
    });
    this.#hours.push(generated);
    this.baseline.learn(generated.tickets, generated.players);
    return found;
  }

  #note({ build, platform, type }: SeriesKey, hour: number): number {
    const known = this.spikes.findLast(
      (one) =>
        one.build === build && one.platform === platform && one.type === type && one.last_hour >= hour - QUIET_HOURS,
    );
    this.spikes.push({ build, platform, type, hour: known?.hour ?? hour, last_hour: hour });
    return known === undefined ? 1 : 0;
  }

  #renew(): void {
    this.baseline = new Baseline(this.spikes);
    for (const { tickets, players } of this.#hours.slice(-WARM_UP)) this.baseline.learn(tickets, players);
  }
}

function falseAlarms(game: Game): readonly string[] {
  let alarms = 0;
  let tickets = 0;
  let withAlarm = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = randomOf(seed * 7919);
    const simulation = new Simulation(random);
    let hour = 0;
    let ofWeek = 0;
    for (const generated of generate(game, random, WARM_UP + WEEKS * WEEK)) {
      ofWeek += simulation.hour(hour, generated);
      if (hour >= WARM_UP) for (const row of generated.tickets) tickets += row.tickets;
      hour++;
      if (hour % WEEK !== 0) continue;
      alarms += ofWeek;
      if (ofWeek > 0) withAlarm++;
      ofWeek = 0;
    }
  }
  const weeks = SEEDS * WEEKS;
  const perWeek = alarms / weeks;
  const each = perWeek === 0 ? `none in ${weeks} weeks` : `one in ${(1 / perWeek).toFixed(1)} weeks`;
  return [
    game.title,
    String(Math.round(tickets / weeks)),
    String(alarms),
    perWeek.toFixed(3),
    each,
    `${withAlarm} of ${weeks}`,
  ];
}

const FACTORS = [2, 3, 5, 10] as const;
const TRIALS = 400;
const HOURS_OF_SPIKE = 3;
const EXPECTED = [0.1, 0.5, 2, 10, 50] as const;

/** Tries spikes of three hours in series with about so many tickets an hour. */
function power(dispersion: number): string[][] {
  const games = new Map<number, { readonly simulation: Simulation; readonly last: GeneratedHour }>();
  return EXPECTED.map((expected) => {
    const players = expected * 20_000;
    const game = { title: '', players, rate: 1, dispersion };
    const random = randomOf(Math.round(expected * 1000) + 17);
    const simulation = new Simulation(random);
    let hour = 0;
    let last: GeneratedHour | undefined;
    for (const generated of generate(game, random, WARM_UP + 5 * DAY + 6)) {
      simulation.hour(hour++, generated);
      last = generated;
    }
    if (last === undefined) throw new Error('there are no hours');
    games.set(expected, { simulation, last });
    const cells = FACTORS.map((factor) => {
      let first = 0;
      let any = 0;
      const mean = last.means.find(({ platform, type, mean: one }) => platform === 'ios' && type === 'bug' && one > 0);
      const row = last.players.find(({ build, platform }) => build === mean?.build && platform === 'ios');
      if (mean === undefined || row === undefined) throw new Error('the series has no players');
      // They write so many tickets on average.
      const count = Math.round((row.players * expected) / mean.mean);
      for (let trial = 0; trial < TRIALS; trial++) {
        let before: readonly Observed[] = [];
        for (let later = 0; later < HOURS_OF_SPIKE; later++) {
          const tickets = poisson(random, expected * factor);
          const { build, platform, type } = mean;
          const observed = [{ build, platform, type, tickets, players: count }];
          const found = findSpikes(simulation.baseline, observed, before);
          before = observed;
          if (found.length === 0) continue;
          any++;
          if (later === 0) first++;
          break;
        }
      }
      return `${Math.round((100 * first) / TRIALS)} % / ${Math.round((100 * any) / TRIALS)} %`;
    });
    return [String(expected), ...cells];
  });
}

/** A recorded day is an hour here, and a part of its events are tickets. */
function recorded(days: readonly number[], title: string, perHour: number): readonly string[] {
  const average = days.reduce((sum, count) => sum + count, 0) / days.length;
  let alarms = 0;
  let hours = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = randomOf(seed * 104_729);
    const simulation = new Simulation(random);
    for (const [hour, events] of days.entries()) {
      const key = { build: '1.0', platform: 'ios' };
      const tickets = poisson(random, (events / average) * perHour);
      const generated = {
        tickets: tickets === 0 ? [] : [{ ...key, type: 'bug', hour, tickets }],
        players: [{ ...key, hour, players: 1000 }],
        means: [],
      };
      alarms += simulation.hour(hour, generated);
      if (hour >= WARM_UP) hours++;
    }
  }
  const weeks = hours / WEEK;
  return [
    `${title}, ${perHour} an hour`,
    String(Math.round(perHour * WEEK)),
    String(alarms),
    (alarms / weeks).toFixed(3),
    '',
    `${Math.round(weeks)} weeks`,
  ];
}

const started = performance.now();
const HEADINGS = ['Game', 'Tickets a week', 'False alarms', 'Per project and week', '', 'Weeks with one'];
process.stdout.write(`${table([HEADINGS, ...GAMES.map(falseAlarms)])}\n`);
for (const dispersion of [0, 0.3]) {
  const rows = power(dispersion);
  process.stdout.write(
    `\nSpikes found in the first hour / within three, dispersion ${dispersion}, by the usual tickets in an hour\n${table(
      [['Usual', ...FACTORS.map((factor) => `${factor} times`)], ...rows],
    )}\n`,
  );
}
const { days, title } = await recordedDays();
process.stdout.write(`\n${table([HEADINGS, ...[0.5, 2, 8, 50].map((rate) => recorded(days, title, rate))])}\n`);
process.stderr.write(`${Math.round((performance.now() - started) / 1000)} s\n`);

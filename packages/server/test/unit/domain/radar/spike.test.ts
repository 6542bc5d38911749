import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Baseline, MIN_BASELINE_HOURS } from '../../../../src/domain/radar/baseline.ts';
import { MIN_ACTIVE_PLAYERS, REST } from '../../../../src/domain/radar/series.ts';
import {
  findSpikes,
  MAX_ONCE_PER_HOURS,
  MIN_SPIKE_TICKETS,
  rarityInWords,
} from '../../../../src/domain/radar/spike.ts';

const BUG = { build: '1.0', platform: 'ios', type: 'bug' };
const YEAR = 365 * 24;

/** Makes hours with 1,000 players each. Some write. */
function baselineOf(hours: number, tickets: (hour: number) => number, spikes: Parameters<typeof spikesOf>[0] = []) {
  const baseline = spikesOf(spikes);
  for (let hour = 0; hour < hours; hour++) {
    const count = tickets(hour);
    baseline.learn(count === 0 ? [] : [{ ...BUG, hour, tickets: count }], [
      { build: '1.0', platform: 'ios', hour, players: 1000 },
    ]);
  }
  return baseline;
}
const spikesOf = (spikes: readonly { hour: number; last_hour: number }[]) =>
  new Baseline(spikes.map((spike) => ({ ...BUG, ...spike })));

suite('what is usual', () => {
  test('follows from the tickets per player of the series itself', () => {
    const baseline = baselineOf(500, (hour) => hour % 4);
    assert.equal(baseline.expected(BUG, 1000)?.mean.toFixed(2), '1.50');
    assert.equal(baseline.expected(BUG, 4000)?.mean.toFixed(2), '6.00');
    assert.equal(baseline.expected(BUG, 0)?.mean, 0);
  });

  test('of a new build is that of its platform and type, and less certain', () => {
    const baseline = baselineOf(500, (hour) => hour % 4);
    const [own, ofNew] = [baseline.expected(BUG, 1000), baseline.expected({ ...BUG, build: '2.0' }, 1000)];
    assert.equal(ofNew?.mean.toFixed(2), '1.50');
    assert.ok((ofNew?.size ?? 0) < (own?.size ?? 0) / 2);
    // Its own tickets count more and more.
    for (let hour = 500; hour < 520; hour++) {
      baseline.learn(
        [{ ...BUG, build: '2.0', hour, tickets: 6 }],
        [{ build: '2.0', platform: 'ios', hour, players: 1000 }],
      );
    }
    const later = baseline.expected({ ...BUG, build: '2.0' }, 1000)?.mean ?? 0;
    assert.ok(later > 5 && later < 6, String(later));
  });

  test('is not known for a new platform, and known for a new type', () => {
    assert.equal(baselineOf(MIN_BASELINE_HOURS - 1, () => 1).expected(BUG, 1000), undefined);
    const baseline = baselineOf(MIN_BASELINE_HOURS, () => 1);
    assert.equal(baseline.isReady, true);
    assert.equal(baseline.expected({ ...BUG, platform: 'web' }, 1000), undefined);
    const mean = baseline.expected({ ...BUG, type: 'new' }, 1000)?.mean ?? 0;
    assert.ok(mean > 0 && mean < 0.02, String(mean));
  });

  test('does not learn from a spike', () => {
    const quiet = baselineOf(500, (hour) => hour % 2);
    const tickets = (hour: number) => (hour >= 400 && hour < 450 ? 40 : hour % 2);
    const known = baselineOf(500, tickets, [{ hour: 400, last_hour: 449 }]);
    const usual = quiet.expected(BUG, 1000)?.mean ?? 0;
    for (const build of ['1.0', '2.0']) {
      const learned = known.expected({ ...BUG, build }, 1000)?.mean ?? 0;
      assert.ok(Math.abs(learned / usual - 1) < 0.02, `${build}: ${learned}, not ${usual}`);
    }
    assert.ok((baselineOf(500, tickets).expected(BUG, 1000)?.mean ?? 0) > 5 * usual);
  });

  test('counts series with tickets of two players in an hour, while enough players have the build', () => {
    const known = baselineOf(500, () => 2);
    const rest = { build: REST, platform: REST, hour: 499 };
    known.learn([{ ...rest, type: REST, tickets: 50 }], [{ ...rest, players: 1000 }]);
    assert.equal(known.series, 1, 'the builds that are counted together are no series');
    for (let hour = 500; hour < 525; hour++) {
      known.learn([{ ...BUG, hour, tickets: 2 }], [{ build: '1.0', platform: 'ios', hour, players: 1 }]);
    }
    assert.equal(known.series, 0);
  });

  test('varies more where it did so before', () => {
    const even = baselineOf(500, () => 4).expected(BUG, 1000)?.size ?? 0;
    const uneven = baselineOf(500, (hour) => (hour % 10 === 0 ? 40 : 0)).expected(BUG, 1000)?.size ?? 0;
    assert.ok(uneven < 1 && even > 15, `${uneven} ${even}`);
  });

  test('varies as each build does, also where one goes up when the other goes down', () => {
    const baseline = new Baseline();
    const hour = (at: number, tickets: readonly number[]) =>
      baseline.learn(
        tickets.map((count, index) => ({ ...BUG, build: `${index}`, hour: at, tickets: count })),
        tickets.map((_, index) => ({ build: `${index}`, platform: 'ios', hour: at, players: 1000 })),
      );
    for (let at = 0; at < 500; at += 2) {
      hour(at, [20, 60]);
      hour(at + 1, [60, 20]);
    }
    const { mean = 0, size = 0 } = baseline.expected({ ...BUG, build: '0' }, 1000) ?? {};
    assert.equal(Math.round(mean), 40);
    // A standard deviation of 20 around 40, of which chance explains 6: 0.225 of the squared mean.
    assert.ok(size > 4 && size < 5, String(size));
  });
});

suite('a spike', () => {
  const baseline = baselineOf(500, (hour) => Number(hour % 4 === 0));
  const found = (more: object = {}) => findSpikes(baseline, [{ ...BUG, tickets: 12, players: 1000, ...more }]);

  test('is far more than usual for so many players', () => {
    const [spike] = found();
    assert.equal(spike?.expected.toFixed(2), '0.25');
    assert.ok((spike?.oncePerHours ?? 0) > 1000 * YEAR - 1);
    assert.deepEqual(found({ players: 30_000 }), []);
  });

  test('is never a few tickets, twice the usual, a series without players, or the rest', () => {
    const players = MIN_ACTIVE_PLAYERS;
    assert.deepEqual(found({ tickets: MIN_SPIKE_TICKETS - 1, players }), []);
    assert.equal(found({ tickets: MIN_SPIKE_TICKETS, players }).length, 1);
    assert.deepEqual(found({ tickets: MIN_SPIKE_TICKETS, players: players - 1 }), []);
    assert.deepEqual(found({ tickets: players + 1, players }), [], 'more tickets than players');
    assert.deepEqual(found({ players: 0 }), []);
    assert.deepEqual(found({ build: REST }), []);
    assert.deepEqual(found({ platform: 'web' }), [], 'not known yet');
    const steady = baselineOf(672, () => 200);
    assert.deepEqual(findSpikes(steady, [{ ...BUG, tickets: 399, players: 1000 }]), []);
  });

  test('is less unlikely among many series', () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ ...BUG, type: `t${index}`, tickets: 5, players: 1000 }));
    const [alone] = findSpikes(baseline, [{ ...BUG, tickets: 6, players: 1000 }]);
    const one = findSpikes(baseline, [...many, { ...BUG, tickets: 6, players: 1000 }]).find(
      ({ type }) => type === 'bug',
    );
    const ratio = (alone?.oncePerHours ?? 0) / (one?.oncePerHours ?? 1);
    assert.ok(Math.abs(ratio - 101) < 1e-6, String(ratio));
  });

  test('is as unlikely if somebody invents builds and types', () => {
    const invented = new Baseline();
    for (let hour = 0; hour < 500; hour++) {
      const real = { ...BUG, hour, tickets: 1 };
      const build = `invented ${hour}`;
      invented.learn(
        [
          ...(hour % 4 === 0 ? [real] : []),
          { ...BUG, build, hour, tickets: 1 },
          { ...BUG, type: `invented ${hour}`, hour, tickets: 1 },
        ],
        [
          { build: '1.0', platform: 'ios', hour, players: 1000 },
          { build, platform: 'ios', hour, players: 1 },
        ],
      );
    }
    assert.equal(invented.series, 0, 'no two players wrote about the same');
    const more = Array.from({ length: 50 }, (_, index) => ({ ...BUG, type: `t${index}`, tickets: 1, players: 1000 }));
    const six = { ...BUG, tickets: 6, players: 1000 };
    const [alone] = findSpikes(invented, [six]);
    const [among] = findSpikes(invented, [...more, six]);
    assert.ok(alone !== undefined && alone.oncePerHours < MAX_ONCE_PER_HOURS);
    assert.equal(among?.oncePerHours, alone.oncePerHours);
  });

  test('lasts: two unlikely hours in a row are one, although neither alone is', () => {
    const uneven = baselineOf(672, (hour) => [2, 30, 8, 4, 20, 1, 14, 9][hour % 8] ?? 0);
    const hour = { ...BUG, tickets: 70, players: 1000 };
    assert.deepEqual(findSpikes(uneven, [hour]), []);
    assert.deepEqual(findSpikes(uneven, [hour], [{ ...hour, tickets: 11 }]), [], 'a usual hour before it');
    assert.deepEqual(findSpikes(uneven, [hour], [{ ...hour, type: 'other' }]), [], 'another series before it');
    const few = { ...hour, tickets: MIN_ACTIVE_PLAYERS - 1, players: MIN_ACTIVE_PLAYERS - 1 };
    assert.deepEqual(findSpikes(uneven, [hour], [few]), [], 'hardly any players before it');
    assert.equal(findSpikes(uneven, [hour], [hour]).length, 1);
  });

  test('is told in words', () => {
    const words = [1, 24 * 30, 24 * 91, 3.2 * YEAR, 47.4 * YEAR, 123 * YEAR, MAX_ONCE_PER_HOURS].map(rarityInWords);
    const such = 'Such a spike happens by chance';
    assert.deepEqual(words, [
      `${such} about once in a month.`,
      `${such} about once in a month.`,
      `${such} about once in 3 months.`,
      `${such} about once in 3 years.`,
      `${such} about once in 47 years.`,
      `${such} about once in 120 years.`,
      `${such} less than once in 1,000 years.`,
    ]);
  });
});

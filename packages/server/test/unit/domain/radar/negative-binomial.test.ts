import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  logGamma,
  logProbability,
  tailProbability,
  usualRange,
} from '../../../../src/domain/radar/negative-binomial.ts';

const near = (actual: number, expected: number, error = 1e-9) =>
  assert.ok(Math.abs(actual / expected - 1) < error, `${actual} is not ${expected}`);

test('the logarithm of the gamma function has its known values', () => {
  near(logGamma(0.5), Math.log(Math.PI) / 2);
  near(logGamma(5), Math.log(24));
  // lgamma of the C library.
  for (const [x, value] of [
    [0.001, 6.907178885383854],
    [100, 359.1342053695754],
    [1e6, 12815504.569147611],
  ] as const) {
    near(logGamma(x), value, 1e-12);
  }
});

// With an integer size r, the first terms are simple fractions.
test('probabilities are those of the definition', () => {
  const distribution = { mean: 3, size: 1 };
  for (let count = 0; count < 10; count++) near(Math.exp(logProbability(count, distribution)), 0.25 * 0.75 ** count);
  near(tailProbability(7, distribution), 0.75 ** 7);
  near(tailProbability(2, distribution), 0.75 ** 2);
  near(tailProbability(200, distribution), 0.75 ** 200);
  assert.equal(tailProbability(0, distribution), 1);
  // For r = 2 and p = 1/2: P(N < 3) = 1/4 + 1/4 + 3/16.
  near(tailProbability(3, { mean: 2, size: 2 }), 5 / 16);
  assert.equal(tailProbability(1, { mean: 0, size: 2 }), 0);
});

test('a large size is a Poisson distribution', () => {
  // P(N >= 10) for a mean of 4: 1 - exp(-4) * sum of 4^k / k! for k < 10.
  near(tailProbability(10, { mean: 4, size: 1e6 }), 0.008132242693, 1e-3);
});

test('the usual range has 95 % of the counts, also where it is approximated', () => {
  assert.deepEqual(usualRange({ mean: 0, size: 1 }), { low: 0, high: 0 });
  for (const mean of [0.2, 5, 49, 51, 400]) {
    const distribution = { mean, size: 12 };
    const { low, high } = usualRange(distribution);
    const inside = tailProbability(low, distribution) - tailProbability(high + 1, distribution);
    assert.ok(inside >= 0.94 && inside < 0.999, `${mean}: ${inside}`);
    assert.ok(tailProbability(high + 1, distribution) < 0.027, String(mean));
  }
});

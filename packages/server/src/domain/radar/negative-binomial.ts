/**
 * A Poisson distribution whose mean varies by a gamma distribution with the shape `size`: the
 * variance is mean + mean² / size.
 */

// Lanczos, g = 7, n = 9: about 15 digits.
const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];
const G = 7;

/** `x`: greater than 0. */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  let sum = 0.9999999999998099;
  for (const [index, coefficient] of LANCZOS.entries()) sum += coefficient / (x + index);
  const base = x + G - 0.5;
  return Math.log(2 * Math.PI) / 2 + (x - 0.5) * Math.log(base) - base + Math.log(sum);
}

export type Distribution = { readonly mean: number; readonly size: number };

/** The logarithm, for exactly `count`. */
export function logProbability(count: number, { mean, size }: Distribution): number {
  if (mean === 0) return count === 0 ? 0 : Number.NEGATIVE_INFINITY;
  const choose = logGamma(count + size) - logGamma(size) - logGamma(count + 1);
  return choose - size * Math.log1p(mean / size) + count * (Math.log(mean) - Math.log(mean + size));
}

/** Smaller parts of the sum no longer change it. */
const NEGLIGIBLE = 1e-12;
const MAX_TERMS = 100_000;

/**
 * Returns the chance of `count` or more. Adds up the tail itself, so ten digits are exact even if
 * it is tiny.
 */
export function tailProbability(count: number, distribution: Distribution): number {
  const { mean, size } = distribution;
  if (count <= 0) return 1;
  if (mean === 0) return 0;
  const ratio = mean / (mean + size);
  if (count <= mean) {
    // The tail is the larger part, so add up the other one.
    let below = 0;
    for (let k = 0; k < count; k++) below += Math.exp(logProbability(k, distribution));
    return Math.max(0, 1 - below);
  }
  let term = Math.exp(logProbability(count, distribution));
  let sum = 0;
  for (let k = count; k < count + MAX_TERMS && term > sum * NEGLIGIBLE; k++) {
    sum += term;
    term *= (ratio * (k + size)) / (k + 1);
  }
  return Math.min(1, sum);
}

const Z = 1.959964;
/** Above this mean, an approximation is good enough for a chart. */
const LARGE = 50;

/** Finds the range of about 95 % of the counts, for a chart. */
export function usualRange(distribution: Distribution): { readonly low: number; readonly high: number } {
  const { mean, size } = distribution;
  if (mean === 0) return { low: 0, high: 0 };
  if (mean > LARGE) {
    // The cube root of a gamma variable is nearly normal (Wilson and Hilferty).
    const shape = mean ** 2 / (mean + mean ** 2 / size);
    const at = (z: number) => mean * Math.max(0, 1 - 1 / (9 * shape) + z / (3 * Math.sqrt(shape))) ** 3;
    return { low: Math.floor(at(-Z)), high: Math.ceil(at(Z)) };
  }
  const ratio = mean / (mean + size);
  let term = Math.exp(logProbability(0, distribution));
  let sum = term;
  let low = 0;
  let high = 0;
  for (let k = 0; sum < 0.975 && k < MAX_TERMS; k++) {
    term *= (ratio * (k + size)) / (k + 1);
    sum += term;
    high = k + 1;
    if (sum < 0.025) low = k + 1;
  }
  return { low, high };
}

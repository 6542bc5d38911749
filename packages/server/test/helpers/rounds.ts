/**
 * How often a test of races or faults repeats. TEST_ROUNDS replaces the usual number, for a longer
 * run: the usual one keeps the suite short.
 */
export function rounds(usual: number): number {
  return Number(process.env.TEST_ROUNDS ?? usual);
}

/**
 * Numbers of the rounds of a race: `usual` ones, then more until `hasAllOutcomes()`, at most 20
 * times as many. Chance decides the outcome of a round.
 */
export function* roundsUntil(usual: number, hasAllOutcomes: () => boolean): Generator<number> {
  for (let round = 0; round < usual || (round < 20 * usual && !hasAllOutcomes()); round++) yield round;
}

/**
 * How often a test of races or faults repeats. TEST_ROUNDS replaces the usual number, for a longer
 * run: the usual one keeps the suite short.
 */
export function rounds(usual: number): number {
  return Number(process.env.TEST_ROUNDS ?? usual);
}

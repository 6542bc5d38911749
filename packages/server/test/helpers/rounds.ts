/**
 * How often a test of races or faults repeats. The usual number is small; TEST_ROUNDS replaces it.
 */
export function rounds(usual: number): number {
  return Number(process.env.TEST_ROUNDS ?? usual);
}

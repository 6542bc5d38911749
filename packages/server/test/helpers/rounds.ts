/** Returns how often a test of races or faults repeats: `usual`, or TEST_ROUNDS. */
export function rounds(usual: number): number {
  return Number(process.env.TEST_ROUNDS ?? usual);
}

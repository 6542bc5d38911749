import { placeOf } from './test-folders.ts';

/** For how long a test may be left out of `npm test` because it is unstable. */
const MAX_DAYS = 14;
const DAY_MS = 86_400_000;

/** A test that failed twice without a change, and was moved to a folder of `npm run test:all`. */
export interface Quarantined {
  /** Its path from the root of the project. */
  readonly test: string;
  /** A date such as 2026-11-28. */
  readonly since: string;
  /** Its first error. */
  readonly error: string;
}

/**
 * What is wrong with the list, one sentence for each entry.
 *
 * @param now milliseconds since 1970
 * @throws Error if a file is in none of the known folders
 */
export function quarantineErrors(root: string, list: readonly Quarantined[], now: number): string[] {
  return list.flatMap(({ test, since, error }) => {
    const days = (now - Date.parse(since)) / DAY_MS;
    if (!(days >= 0) || error === '') return [`${test}: give it a date that has come and an error`];
    if (placeOf(root, test).folder.command === 'test') return [`${test}: move it to a folder of \`npm run test:all\``];
    return days > MAX_DAYS ? [`${test}: it is unstable since ${since}; repair it, and move it back`] : [];
  });
}

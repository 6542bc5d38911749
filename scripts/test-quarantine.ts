import { placeOf } from './test-folders.ts';

/** How long `npm test` may omit an unstable test. */
const MAX_DAYS = 14;
const DAY_MS = 86_400_000;

/** It failed twice without a change, and moved to `npm run test:all`. */
export interface Quarantined {
  readonly test: string;
  /** Such as 2026-11-28. */
  readonly since: string;
  readonly error: string;
}

/**
 * One sentence for each entry. `now`: milliseconds since 1970. Throws Error if a file is in no
 * known folder.
 */
export function quarantineErrors(root: string, list: readonly Quarantined[], now: number): string[] {
  return list.flatMap(({ test, since, error }) => {
    const days = (now - Date.parse(since)) / DAY_MS;
    if (!(days >= 0) || error === '') return [`${test}: give it a date that has come and an error`];
    if (placeOf(root, test).folder.command === 'test') return [`${test}: move it to a folder of \`npm run test:all\``];
    return days > MAX_DAYS ? [`${test}: it is unstable since ${since}; repair it, and move it back`] : [];
  });
}

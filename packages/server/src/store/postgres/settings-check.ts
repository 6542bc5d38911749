import { SECOND } from '../../domain/time.ts';

export const SETTINGS = `SELECT current_setting('synchronous_commit') AS commit,
  current_setting('statement_timeout') AS timeout,
  CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) AS now`;
export interface Settings {
  readonly commit: string;
  readonly timeout: string;
  readonly now: number;
}

/** Polls of the SDK overlap by this time. */
const MAX_CLOCK_DIFFERENCE_MS = 30 * SECOND;

/** Says what is harmful. A client cannot check PostgreSQL's files. */
export function problemsOf({ commit, timeout, now }: Settings, statementSeconds: number): string[] {
  const difference = Math.abs(Date.now() - now);
  const problems: string[] = [];
  if (commit === 'off') problems.push('synchronous_commit is off: a crash would lose confirmed writes');
  if (difference > MAX_CLOCK_DIFFERENCE_MS) {
    problems.push(
      `the clocks of this machine and of PostgreSQL differ by ${Math.round(difference / SECOND)} seconds: games can ` +
        'miss replies of other nodes; synchronise the clocks of all machines with NTP',
    );
  }
  // A pooler may not pass on the timeout that each connection sets.
  if (timeout === '0') {
    problems.push(
      'statement_timeout is 0, because the pooler does not pass it on: ' +
        `run ALTER ROLE CURRENT_USER SET statement_timeout = '${statementSeconds}s'`,
    );
  }
  return problems;
}

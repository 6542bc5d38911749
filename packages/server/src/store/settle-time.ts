import { CLOCK_SKEW_MS, SECOND } from '../domain/time.ts';
import type { PostgresOptions } from './postgres/options.ts';

/** Slow statements that one change may have. */
const SLOW_STATEMENTS = 6;

/**
 * The age, in milliseconds, at which jobs with a position read a change: by then it is committed,
 * unless it had more slow statements. Notifications use the request's time, the audit webhook the
 * time in the id.
 */
export function settleTime({
  connectSeconds,
  statementSeconds,
}: Pick<PostgresOptions, 'connectSeconds' | 'statementSeconds'>): number {
  return (connectSeconds + SLOW_STATEMENTS * statementSeconds) * SECOND + CLOCK_SKEW_MS;
}

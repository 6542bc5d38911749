import { SECOND } from '../domain/time.ts';
import type { PostgresOptions } from './postgres/options.ts';

/** How much the clocks of nodes may differ, in milliseconds. */
export const CLOCK_SKEW_MS = 10 * SECOND;
/**
 * Statements up to the time limit that one change is allowed. Requests can send more, but rarely
 * wait that long for each.
 */
const SLOW_STATEMENTS = 6;

/**
 * How old a change must be before a job that keeps a position reads it, in milliseconds. Between
 * the time of a change and its commit there are at most a connection and SLOW_STATEMENTS slow
 * statements. A job misses a change that takes longer. Notifications use the time of the request,
 * the audit webhook the time in the id of the entry.
 */
export function settleTime({
  connectSeconds,
  statementSeconds,
}: Pick<PostgresOptions, 'connectSeconds' | 'statementSeconds'>): number {
  return (connectSeconds + SLOW_STATEMENTS * statementSeconds) * SECOND + CLOCK_SKEW_MS;
}

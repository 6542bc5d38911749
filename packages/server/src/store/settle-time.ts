import { SECOND } from '../domain/time.ts';
import type { PostgresOptions } from './postgres/options.ts';

/** How much the clocks of nodes may differ. */
const CLOCK_SKEW_MS = 10 * SECOND;
/** Statements that a request sends one after another at most, from its time to its commit. */
const STATEMENTS_OF_REQUEST = 6;

/**
 * How old a change must be before a job that keeps a position reads it, in milliseconds. Each
 * change has the time of its request, which is before its commit. After this time all changes of
 * that time have been committed or refused, so that no position passes a change that is still on
 * its way.
 */
export function settleTime({
  connectSeconds,
  statementSeconds,
}: Pick<PostgresOptions, 'connectSeconds' | 'statementSeconds'>): number {
  return (connectSeconds + STATEMENTS_OF_REQUEST * statementSeconds) * SECOND + CLOCK_SKEW_MS;
}

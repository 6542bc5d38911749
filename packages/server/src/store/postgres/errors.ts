import pg from 'pg';
import { unavailable } from '../errors.ts';

/** PostgreSQL did not respond to a statement: the connection broke, or a timeout passed. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';
}

/**
 * Serialization failure and deadlock: PostgreSQL rolled the transaction back. Another try may work.
 */
const RETRYABLE = new Set(['40001', '40P01']);
/** A prepared statement is missing or already exists: a pooler changed the connection. */
const PREPARED_STATEMENT_ERRORS = new Set(['26000', '42P05']);
/** The server has ended the connection, or is about to. */
const CONNECTION_ENDED = /^(?:08...|57P..|25P03)$/;
/**
 * SQLSTATEs (PostgreSQL manual, appendix A) of a server that is unavailable for other reasons: no
 * resources, operator intervention, a system error, a lock timeout, a standby, a missing database,
 * refused credentials.
 */
const UNAVAILABLE = /^(?:53...|57...|58...|55P03|25006|3D000|28...)$/;

/** The SQLSTATE of an error that PostgreSQL sent. Empty for any other error. */
function sqlState(error: unknown): string {
  return (error instanceof pg.DatabaseError && error.code) || '';
}

/** Whether PostgreSQL rolled the transaction back, and another try may succeed. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(sqlState(error));
}

/** Whether named prepared statements do not work on this connection. */
export function isPreparedStatementError(error: unknown): boolean {
  return PREPARED_STATEMENT_ERRORS.has(sqlState(error));
}

/** Whether the connection cannot be used after this error. */
export function isBroken(error: unknown): boolean {
  return error instanceof ConnectionFailure || CONNECTION_ENDED.test(sqlState(error));
}

/** Converts an error of an unavailable server to a `StoreUnavailableError`. Keeps other errors. */
export function translate(error: unknown): unknown {
  return isBroken(error) || isRetryable(error) || UNAVAILABLE.test(sqlState(error)) ? unavailable(error) : error;
}

/** The same error if PostgreSQL sent it, else a ConnectionFailure. */
export function fromDriver(error: unknown): unknown {
  return error instanceof pg.DatabaseError ? error : new ConnectionFailure('no response', { cause: error });
}

import pg from 'pg';
import { unavailable } from '../errors.ts';

/** PostgreSQL did not answer a statement: the connection broke, or the answer took too long. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';
}

/**
 * Serialization failure and deadlock: PostgreSQL rolled the transaction back. The next try may
 * succeed.
 */
const RETRYABLE = new Set(['40001', '40P01']);
/**
 * A prepared statement is missing or exists: a pooler gave this client the connection of another
 * one.
 */
const NAMES = new Set(['26000', '42P05']);
/** The server has ended the connection, or will. */
const ENDED = /^(?:08...|57P..|25P03)$/;
/**
 * Other SQLSTATEs (PostgreSQL manual, appendix A) of a server that cannot do it now: no resources,
 * operator intervention, a system error, a lock that took too long, a standby, a missing database,
 * refused credentials.
 */
const NOT_NOW = /^(?:53...|57...|58...|55P03|25006|3D000|28...)$/;

/** The SQLSTATE of an error that PostgreSQL sent; empty for any other error. */
function sqlState(error: unknown): string {
  return (error instanceof pg.DatabaseError && error.code) || '';
}

/** Whether the transaction was rolled back and may succeed when it is tried again. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(sqlState(error));
}

/** Whether prepared statements with names do not work on this connection. */
export function isAboutNames(error: unknown): boolean {
  return NAMES.has(sqlState(error));
}

/** Whether the connection cannot be used after this error. */
export function isBroken(error: unknown): boolean {
  return error instanceof ConnectionFailure || ENDED.test(sqlState(error));
}

/**
 * The error for the caller: a `StoreUnavailableError` if the server cannot do it now, else the same
 * error.
 */
export function translate(error: unknown): unknown {
  return isBroken(error) || isRetryable(error) || NOT_NOW.test(sqlState(error)) ? unavailable(error) : error;
}

/** The same error if PostgreSQL sent it, else a ConnectionFailure. */
export function fromDriver(error: unknown): unknown {
  return error instanceof pg.DatabaseError ? error : new ConnectionFailure('no answer', { cause: error });
}

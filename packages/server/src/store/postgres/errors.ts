import pg from 'pg';
import { unavailable } from '../errors.ts';

/** The connection broke, or a timeout passed. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';
}

/** PostgreSQL rolled back. Another try may work. */
const RETRYABLE = new Set(['40001', '40P01']);
/** A pooler changed the connection. */
const PREPARED_STATEMENT_ERRORS = new Set(['26000', '42P05']);
/** The server ends the connection. */
const CONNECTION_ENDED = /^(?:08...|57P..|25P03)$/;
/**
 * SQLSTATEs (PostgreSQL manual, appendix A) of a server that is unavailable: resources, operator,
 * system error, lock timeout, standby, missing database, refused credentials.
 */
const UNAVAILABLE = /^(?:53...|57...|58...|55P03|25006|3D000|28...)$/;

/** Empty: not sent by PostgreSQL. */
function sqlState(error: unknown): string {
  return (error instanceof pg.DatabaseError && error.code) || '';
}

export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(sqlState(error));
}

export function isPreparedStatementError(error: unknown): boolean {
  return PREPARED_STATEMENT_ERRORS.has(sqlState(error));
}

export function isBroken(error: unknown): boolean {
  return error instanceof ConnectionFailure || CONNECTION_ENDED.test(sqlState(error));
}

/** Keeps errors other than those of an unavailable server. */
export function translate(error: unknown): unknown {
  return isBroken(error) || isRetryable(error) || UNAVAILABLE.test(sqlState(error)) ? unavailable(error) : error;
}

export function fromDriver(error: unknown): unknown {
  return error instanceof pg.DatabaseError ? error : new ConnectionFailure('no response', { cause: error });
}

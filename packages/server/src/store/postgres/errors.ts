import pg from 'pg';
import { unavailable } from '../errors.ts';

/** A statement got no answer of PostgreSQL's: the connection broke, or the answer took too long. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';
}

/** Serialization failure, deadlock: PostgreSQL undid the transaction, and it may well succeed if it is done again. */
const AGAIN = new Set(['40001', '40P01']);
/** A prepared statement is missing or there already: a pooler gave this client another one's connection. */
const NAMES = new Set(['26000', '42P05']);
/** The server ended the connection, or is about to. */
const ENDED = /^(?:08...|57P..|25P03)$/;
/**
 * SQLSTATEs (PostgreSQL manual, appendix A) of a server that cannot do it now: besides those above no resources, operator
 * intervention, a system error, a lock that took too long, a standby that only reads, a database that is not there.
 */
const NOT_NOW = /^(?:53...|57...|58...|55P03|25006|3D000|28...)$/;

/** The SQLSTATE of an error that PostgreSQL sent; empty for any other error. */
function sqlState(error: unknown): string {
  return (error instanceof pg.DatabaseError && error.code) || '';
}

export function mayBeDoneAgain(error: unknown): boolean {
  return AGAIN.has(sqlState(error));
}

export function isAboutNames(error: unknown): boolean {
  return NAMES.has(sqlState(error));
}

/** Whether the connection is of no more use after this error. */
export function isBroken(error: unknown): boolean {
  return error instanceof ConnectionFailure || ENDED.test(sqlState(error));
}

/** What means "not now" becomes `unavailable`; all else, a mistake of ours too, stays as it is. */
export function translate(error: unknown): unknown {
  return isBroken(error) || mayBeDoneAgain(error) || NOT_NOW.test(sqlState(error)) ? unavailable(error) : error;
}

/** The same error if PostgreSQL sent it, or a ConnectionFailure. */
export function fromDriver(error: unknown): unknown {
  return error instanceof pg.DatabaseError ? error : new ConnectionFailure('no answer', { cause: error });
}

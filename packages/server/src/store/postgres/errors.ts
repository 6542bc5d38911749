import pg from 'pg';
import { reasonOf, unavailable } from '../errors.ts';

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
 * system error, lock timeout, standby, missing database or schema, refused credentials or rights.
 */
const UNAVAILABLE = /^(?:53...|57...|58...|55P03|25006|3D000|3F000|28...|42501)$/;
/** Each pooler has its own error for what a connection sends at its start. */
const PARAMETER = /\b(?:parameters?|options?)\b/i;

/** What an operator can do, by SQLSTATE or message. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/^25006/, 'DATABASE_URL must name the primary server, and its role must be able to write'],
  [/^42501/, 'The role of DATABASE_URL needs a database that it owns'],
  [/^3F000/, 'Create the schema that search_path of DATABASE_URL names, and let its role use it'],
  [/statement pooling/i, 'Set pool_mode of PgBouncer to transaction'],
  [/too many|no more connections/i, 'Each process needs DATABASE_POOL_SIZE + 3 connections'],
  [/no encryption|SSL required/i, 'Add sslmode=verify-full to DATABASE_URL'],
  [/not support SSL/, 'Switch on TLS there, or remove sslmode from DATABASE_URL'],
  [/command-line argument|requires a value/, 'Write options in DATABASE_URL as -c name=value'],
  [/certificate/i, 'DATABASE_URL needs the host of the certificate, and sslrootcert with the file of its authority'],
];

/** Empty: not sent by PostgreSQL. */
function sqlState(error: unknown): string {
  return (error instanceof pg.DatabaseError && error.code) || '';
}

export const refusesParameter = (error: unknown) => error instanceof pg.DatabaseError && PARAMETER.test(error.message);

const REFUSED_PARAMETER =
  'Remove it from DATABASE_URL, and set it with ALTER ROLE; for a schema, use a database of its own';

/** Returns what to append to the reason: a full stop and a sentence, or nothing. */
export function remedyOf(error: unknown): string {
  const text = `${sqlState(error)} ${reasonOf(error)}`;
  const remedy =
    REMEDIES.find(([pattern]) => pattern.test(text))?.[1] ?? (refusesParameter(error) ? REFUSED_PARAMETER : '');
  return remedy && `. ${remedy}`;
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
  const isUnavailable = isBroken(error) || isRetryable(error) || UNAVAILABLE.test(sqlState(error));
  return isUnavailable ? unavailable(error, remedyOf(error)) : error;
}

export function fromDriver(error: unknown): unknown {
  return error instanceof pg.DatabaseError ? error : new ConnectionFailure('no response', { cause: error });
}

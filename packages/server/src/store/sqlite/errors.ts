import { unavailable } from '../errors.ts';

const BUSY = 5;
/** Also SQLITE_LOCKED, NOMEM, READONLY, IOERR, FULL and CANTOPEN: problems of the machine. */
const NOT_NOW = new Set([BUSY, 6, 7, 8, 10, 13, 14]);

/** The primary result code of an error of SQLite; undefined for any other error. */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}

export function isBusy(error: unknown): boolean {
  return resultCode(error) === BUSY;
}

/**
 * The error for the caller: a `StoreUnavailableError` if SQLite cannot do it now, else the same
 * error.
 */
export function translate(error: unknown): unknown {
  const code = resultCode(error);
  return code !== undefined && NOT_NOW.has(code) ? unavailable(error) : error;
}

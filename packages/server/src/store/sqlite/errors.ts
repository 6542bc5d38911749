import { unavailable } from '../errors.ts';

const BUSY = 5;
/** SQLITE_LOCKED, NOMEM, READONLY, IOERR, FULL, CANTOPEN: the machine's trouble, not the statement's. */
const NOT_NOW = new Set([BUSY, 6, 7, 8, 10, 13, 14]);

/** SQLite's primary result code of an error that node:sqlite threw; undefined for any other error. */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}

export function isBusy(error: unknown): boolean {
  return resultCode(error) === BUSY;
}

/** A driver's error in our terms: what means "not now" becomes `unavailable`, all else stays as it is. */
export function translate(error: unknown): unknown {
  const code = resultCode(error);
  return code !== undefined && NOT_NOW.has(code) ? unavailable(error) : error;
}

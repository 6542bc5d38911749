import { unavailable } from '../errors.ts';

const BUSY = 5;
/** SQLITE_BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL and CANTOPEN: problems of the machine. */
const UNAVAILABLE = new Set([BUSY, 6, 7, 8, 10, 13, 14]);

function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}

export function isBusy(error: unknown): boolean {
  return resultCode(error) === BUSY;
}

/** Keeps errors other than problems of the machine. */
export function translate(error: unknown): unknown {
  const code = resultCode(error);
  return code !== undefined && UNAVAILABLE.has(code) ? unavailable(error) : error;
}

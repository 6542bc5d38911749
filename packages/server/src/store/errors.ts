/**
 * The database cannot do this now, and the caller is not to blame: the database is busy, full or
 * unreachable. Nothing is half-done. The same call may succeed later.
 */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** The error of a driver as a `StoreUnavailableError`. */
export function unavailable(cause: unknown): StoreUnavailableError {
  return new StoreUnavailableError('the database is not available', { cause });
}

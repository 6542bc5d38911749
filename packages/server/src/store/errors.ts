/**
 * The database cannot do this now, because it is busy, full or unreachable. A transaction took
 * effect completely or not at all. The same call may succeed later.
 */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** Wraps the error of a driver in a `StoreUnavailableError`. */
export function unavailable(cause: unknown): StoreUnavailableError {
  return new StoreUnavailableError('the database is not available', { cause });
}

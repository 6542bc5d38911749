/**
 * The database is busy, full or unreachable. A transaction took effect completely or not at all.
 * The call may succeed later.
 */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

export function unavailable(cause: unknown): StoreUnavailableError {
  return new StoreUnavailableError('the database is not available', { cause });
}

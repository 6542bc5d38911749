/**
 * The database is busy, full or unreachable. A transaction took effect completely or not at all.
 * The call may succeed later.
 */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** Tells why it failed, without the URL and its password. An AggregateError has only a code. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || 'no response';
}

/** `remedy`: what to do, see `remedyOf`. It is appended. */
export function unavailable(cause: unknown, remedy = ''): StoreUnavailableError {
  return new StoreUnavailableError(`the database is not available: ${reasonOf(cause)}${remedy}`, { cause });
}

/**
 * Lets other requests have their turn. On SQLite a read blocks the process, and awaiting it is not
 * enough.
 */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

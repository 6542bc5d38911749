/**
 * Resolves after other requests had their turn. On SQLite a read blocks the process, and awaiting
 * it does not let others go on.
 */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Lets other requests have their turn: on SQLite a read blocks the process. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

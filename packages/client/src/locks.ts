/**
 * Work under a lock. Call `check` before a write that must not happen without the lock.
 *
 * @param check throws if the lock was lost; then the work runs again
 */
export type Work<T> = (check: () => void) => Promise<T>;

/** No other work with this name runs, in any process. */
export type WithLock = <T>(name: string, work: Work<T>) => Promise<T>;

/**
 * Separates tabs and workers of one origin. Rejects without Web Locks (browsers before 2022, or no
 * TLS) and where they are forbidden, as in a sandboxed frame.
 */
export const withWebLock: WithLock = (name, work) => navigator.locks.request(name, () => work(() => {}));

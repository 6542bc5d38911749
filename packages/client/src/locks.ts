/**
 * Work under a lock. Call `check` before a write that must not happen without the lock.
 *
 * @param check throws if the lock was lost; then the work runs again
 */
export type Work<T> = (check: () => void) => Promise<T>;

/** Runs work while no other work with this name runs, in this process or another one. */
export type WithLock = <T>(name: string, work: Work<T>) => Promise<T>;

/**
 * Separates the tabs and workers of one origin. It rejects in browsers without Web Locks (before
 * 2022, or without TLS), and where they are forbidden, as in a sandboxed frame.
 */
export const withWebLock: WithLock = (name, work) => navigator.locks.request(name, () => work(() => {}));

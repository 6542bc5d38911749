/**
 * Work under a lock. Call `check` before a write that must not happen without the lock.
 *
 * @param check throws if the lock was lost; then the work runs again
 */
export type Work<T> = (check: () => void) => Promise<T>;

/** Runs work while no other work with this name runs, in this process or another one. */
export type WithLock = <T>(name: string, work: Work<T>) => Promise<T>;

const noCheck = () => {};

/** The last work for each name in this page or process. */
const lastWork = new Map<string, Promise<unknown>>();

/** Runs `work` while no other work with this name runs in this process. */
export const withProcessLock: WithLock = (name, work) => {
  const current = (lastWork.get(name) ?? Promise.resolve()).then(() => work(noCheck));
  lastWork.set(
    name,
    current.catch(() => {}),
  );
  return current;
};

/**
 * Separates the tabs and workers of one origin. In browsers without Web Locks (before 2022, or
 * without TLS) two tabs may overlap, and callers must be correct even then.
 */
export const withWebLock: WithLock = async (name, work) => {
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return work(noCheck);
  };
  try {
    return await navigator.locks.request(name, begin);
  } catch (error) {
    // Locks can be missing, or forbidden as in a sandboxed frame.
    if (hasBegun) throw error;
    return begin();
  }
};

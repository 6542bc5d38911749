import type { Lease } from './lease.ts';

/** Work under a lock. `isHeld` tells whether it still has the lock: a lease can expire. */
export type Work<T> = (isHeld: () => boolean) => Promise<T>;

/** The last work for each name in this page or process. */
const lastWork = new Map<string, Promise<unknown>>();

/**
 * Runs `work` while no other work with this name runs, in this tab or another one: under the lease,
 * or under a Web Lock if there is no lease. With neither, two tabs may overlap, and callers must be
 * correct even then.
 */
export function exclusively<T>(name: string, work: Work<T>, lease: Lease = underWebLock(name)): Promise<T> {
  const current = (lastWork.get(name) ?? Promise.resolve()).then(() => lease(work));
  lastWork.set(
    name,
    current.catch(() => {}),
  );
  return current;
}

function underWebLock(name: string): Lease {
  return async (work) => {
    let hasBegun = false;
    const begin = () => {
      hasBegun = true;
      return work(() => true);
    };
    try {
      return await (globalThis.navigator?.locks?.request(name, begin) ?? begin());
    } catch (error) {
      // Locks can be forbidden, for example in a sandboxed frame.
      if (hasBegun) throw error;
      return begin();
    }
  };
}

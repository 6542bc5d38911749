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
export async function exclusively<T>(name: string, work: Work<T>, lease?: Lease): Promise<T> {
  const previous = lastWork.get(name);
  const current = (async () => {
    await previous?.catch(() => {});
    if (lease) return lease(work);
    const unlocked = () => work(() => true);
    const locks = globalThis.navigator?.locks;
    if (!locks) return unlocked();
    let hasBegun = false;
    try {
      return (await locks.request(name, () => {
        hasBegun = true;
        return unlocked();
      })) as T;
    } catch (error) {
      // Locks can be forbidden, for example in a sandboxed frame.
      if (!hasBegun) return unlocked();
      throw error;
    }
  })();
  lastWork.set(name, current);
  try {
    return await current;
  } finally {
    if (lastWork.get(name) === current) lastWork.delete(name);
  }
}

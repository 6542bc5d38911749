/** The last work for each name in this page or process. */
const lastWork = new Map<string, Promise<unknown>>();

/**
 * Runs `work` while no other work with this name runs, in this tab or another one. Without Web
 * Locks two tabs may overlap, and callers must be correct even then.
 */
export async function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  const previous = lastWork.get(name);
  const current = (async () => {
    await previous?.catch(() => {});
    const locks = globalThis.navigator?.locks;
    if (!locks) return work();
    let hasBegun = false;
    try {
      return (await locks.request(name, () => {
        hasBegun = true;
        return work();
      })) as T;
    } catch (error) {
      // Locks can be forbidden, for example in a sandboxed frame.
      if (!hasBegun) return work();
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

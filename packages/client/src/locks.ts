/** The last of those that wait for a name in this page or process. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Runs `work` while nothing else holds that name: in no other tab, where the browser has Web Locks, else in nothing else
 * of this page. Two tabs without them may overlap; whoever calls must come out right even so.
 */
export async function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = queues.get(name);
  const mine = (async () => {
    await before?.catch(() => {});
    const locks = globalThis.navigator?.locks;
    if (!locks) return work();
    let begun = false;
    try {
      return (await locks.request(name, () => {
        begun = true;
        return work();
      })) as T;
    } catch (error) {
      // Forbidden here, as in a sandboxed frame.
      if (!begun) return work();
      throw error;
    }
  })();
  queues.set(name, mine);
  try {
    return await mine;
  } finally {
    if (queues.get(name) === mine) queues.delete(name);
  }
}

import { LEASE_LOST } from './lease.ts';
import { randomId } from './random-id.ts';
import { type SafeStorage, safeStorage } from './safe-storage.ts';
import { memoryStorage } from './storage.ts';

/** The id of a user of the game; null is the player without a user. */
export type User = string | null;

/** Which player of this device belongs to which user: the prefix of its keys in the storage. */
type Prefixes = Map<User, string>;

const KEY = 'users';

export function createUsers(storage: SafeStorage, failed: (error: unknown) => void) {
  async function read(): Promise<Prefixes> {
    const stored = await storage.read<unknown>(KEY);
    if (Array.isArray(stored)) return new Map(stored.filter(Array.isArray) as [User, string][]);
    // Earlier versions had one player on a device, whoever the user was.
    return new Map([[await earlierUser(), '']]);
  }

  async function earlierUser(): Promise<User> {
    const session = await storage.read<{ readonly identity?: string }>('session');
    try {
      return (JSON.parse(session?.identity ?? '{}') as { userId?: User }).userId || null;
    } catch {
      return null;
    }
  }

  /** Changes the stored prefixes. Returns whether they are stored. */
  const update = (change: (prefixes: Prefixes) => void) =>
    storage.exclusively(KEY, async (isHeld) => {
      const prefixes = await read();
      change(prefixes);
      if (!isHeld()) throw LEASE_LOST;
      return storage.write(KEY, [...prefixes]);
    });

  return {
    /**
     * The storage of a user's player. The first user takes over the player without a user. If the
     * storage cannot tell whose player is whose, it is a new player in memory.
     */
    async storageOf(user: User): Promise<SafeStorage> {
      let prefix = (await read()).get(user);
      let isKnown = storage.isReadable(KEY) && storage.isReadable('session');
      if (prefix === undefined && isKnown) {
        isKnown = await update((prefixes) => {
          prefix = prefixes.get(user);
          if (prefix !== undefined) return;
          const isFirst = user !== null && [...prefixes.keys()].every((other) => other === null);
          prefix = (isFirst ? prefixes.get(null) : undefined) ?? `${randomId()}:`;
          if (isFirst) prefixes.delete(null);
          prefixes.set(user, prefix);
        });
      }
      return isKnown ? storage.under(prefix ?? '') : safeStorage(memoryStorage(), `${randomId()}:`, failed);
    },

    /** Forgets that the user has a player on this device. */
    forget: (user: User) => update((prefixes) => void prefixes.delete(user)),
  };
}

import { randomId } from './random-id.ts';
import type { SafeStorage } from './safe-storage.ts';

/** The id of a user of the game; null is the player without a user. */
export type User = string | null;

const KEY = 'users';
/** How long to wait before asking a failed storage again. */
const RETRY_MS = 1000;

/** Which player of this device belongs to which user: the prefix of its keys in the storage. */
export function createUsers(storage: SafeStorage) {
  /** Undefined if the storage failed. */
  function change<T>(work: (prefixes: Map<User, string>, store: () => Promise<boolean>) => Promise<T>) {
    return storage.change(KEY, async (stored, write) => {
      if (stored === null) return undefined;
      const prefixes = new Map(Array.isArray(stored) ? (stored.filter(Array.isArray) as [User, string][]) : []);
      return work(prefixes, () => write([...prefixes]));
    });
  }

  /**
   * Finds the player of a user, or adds one. The first user takes over the player without a user.
   * Undefined if the storage cannot tell.
   */
  const find = (user: User) =>
    change(async (prefixes, store): Promise<string | undefined> => {
      const known = prefixes.get(user);
      if (known !== undefined) return known;
      const former = prefixes.size === 1 && prefixes.has(null) ? null : user;
      // Without a list, keys without a prefix can be of any user.
      const isNew = prefixes.size === 0 && (await storage.read('installation')) === undefined;
      const prefix = prefixes.get(former) ?? (isNew ? '' : `${randomId()}:`);
      prefixes.delete(former);
      prefixes.set(user, prefix);
      return (await store()) ? prefix : undefined;
    });

  return {
    find,

    /** The storage of a user's player. */
    storageOf(user: User): SafeStorage {
      let found: Promise<string | undefined> | undefined;
      return storage.under(() => {
        found ??= find(user)
          .catch(() => undefined)
          .then((prefix) => {
            if (prefix === undefined) setTimeout(() => (found = undefined), RETRY_MS);
            return prefix;
          });
        return found;
      });
    },

    /** Forgets that the user has a player on this device. */
    forget: (user: User) =>
      change((prefixes, store) => {
        prefixes.delete(user);
        return store();
      }),
  };
}

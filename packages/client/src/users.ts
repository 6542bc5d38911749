import { randomId } from './random-id.ts';
import type { SafeStorage } from './safe-storage.ts';

/** The game's id of a user; null: no user. */
export type User = string | null;

const KEY = 'users';
/** Before the SDK asks a failed storage again. */
const RETRY_MS = 1000;

/** Keeps the key prefix of each user's player. */
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
   * Finds a user's player, or adds one. The first user takes over the player without a user.
   * Undefined if the storage cannot tell.
   */
  const find = (user: User) =>
    change(async (prefixes, store): Promise<string | undefined> => {
      const known = prefixes.get(user);
      if (known !== undefined) return known;
      const former = prefixes.size === 1 && prefixes.has(null) ? null : user;
      // Without a list, keys without a prefix can be any user's.
      const isNew = prefixes.size === 0 && (await storage.read('installation')) === undefined;
      const prefix = prefixes.get(former) ?? (isNew ? '' : `${randomId()}:`);
      prefixes.delete(former);
      prefixes.set(user, prefix);
      return (await store()) ? prefix : undefined;
    });

  return {
    find,

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

    forget: (user: User) =>
      change((prefixes, store) => {
        prefixes.delete(user);
        return store();
      }),
  };
}

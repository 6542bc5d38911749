import { LEASE_LOST } from './lease.ts';
import { randomId } from './random-id.ts';
import type { SafeStorage } from './safe-storage.ts';
import { now } from './time.ts';

/** The id of a user of the game; null is the player without a user. */
export type User = string | null;

const KEY = 'users';
/** When to ask a storage that failed again. */
const AGAIN_MS = 1000;

function userOf(identity: unknown): User {
  try {
    return (JSON.parse(String(identity)) as { readonly userId?: User }).userId || null;
  } catch {
    return null;
  }
}

/** Which player of this device belongs to which user: the prefix of its keys in the storage. */
export function createUsers(storage: SafeStorage) {
  let forgotten: Promise<unknown> | undefined;
  let searched: Promise<unknown> = Promise.resolve();

  /** Null if the storage failed. */
  async function read(): Promise<Map<User, string> | null> {
    const stored = await storage.read<unknown>(KEY);
    if (Array.isArray(stored)) return new Map(stored.filter(Array.isArray) as [User, string][]);
    // Earlier versions had one player on a device, whoever the user was.
    const session = await storage.read<{ readonly identity?: unknown }>('session');
    if (stored === null || session === null) return null;
    return new Map([[userOf(session?.identity), '']]);
  }

  /** Changes the prefixes. Returns whether they are stored. */
  const update = (change: (prefixes: Map<User, string>) => void) =>
    storage.exclusively(KEY, async (isHeld) => {
      const prefixes = await read();
      if (!prefixes) return false;
      change(prefixes);
      if (!isHeld()) throw LEASE_LOST;
      return storage.write(KEY, [...prefixes]);
    });

  /** The first user takes over the player without a user. */
  function addTo(prefixes: Map<User, string>, user: User): void {
    if (prefixes.has(user)) return;
    const isFirst = user !== null && [...prefixes.keys()].every((other) => other === null);
    prefixes.set(user, (isFirst ? prefixes.get(null) : undefined) ?? `${randomId()}:`);
    if (isFirst) prefixes.delete(null);
  }

  /**
   * Finds the player of a user, and stores whose it is. One after the other: else the next user
   * could take over the player of one who was here only for a moment. Undefined if the storage
   * cannot tell.
   */
  function find(user: User): Promise<string | undefined> {
    const found = searched.then(() => search(user));
    searched = found.catch(() => {});
    return found;
  }

  async function search(user: User): Promise<string | undefined> {
    await forgotten;
    const prefixes = await read();
    if (!prefixes || prefixes.has(user)) return prefixes?.get(user);
    let prefix: string | undefined;
    const isStored = await update((current) => {
      addTo(current, user);
      prefix = current.get(user);
    });
    return isStored ? prefix : undefined;
  }

  return {
    find,

    /** The storage of a user's player. */
    storageOf(user: User): SafeStorage {
      let prefix: string | undefined;
      let finding: Promise<string | undefined> | undefined;
      let failedAt = -AGAIN_MS;
      return storage.under(async () => {
        if (prefix !== undefined || now() - failedAt < AGAIN_MS) return prefix;
        finding ??= find(user).finally(() => {
          finding = undefined;
        });
        prefix = await finding;
        if (prefix === undefined) failedAt = now();
        return prefix;
      });
    },

    /** Forgets that the user has a player on this device. */
    async forget(user: User): Promise<void> {
      forgotten = update((prefixes) => void prefixes.delete(user));
      await forgotten;
    },
  };
}

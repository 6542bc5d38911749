import { randomId } from './random-id.ts';
import type { SafeStorage } from './safe-storage.ts';
import { now } from './time.ts';

/** The id of a user of the game; null is the player without a user. */
export type User = string | null;

const KEY = 'users';
/** How long to wait before asking a failed storage again. */
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
  let last: Promise<unknown> = Promise.resolve();

  /**
   * One after the other: else the next user could take over the player of one who was here only for
   * a moment.
   */
  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  }

  /** Null if the storage failed. */
  async function prefixesOf(stored: unknown): Promise<Map<User, string> | null> {
    if (Array.isArray(stored)) return new Map(stored.filter(Array.isArray) as [User, string][]);
    // Earlier versions had one player on a device, whoever the user was.
    const session = stored === null ? null : await storage.read<{ readonly identity?: unknown }>('session');
    return session === null ? null : new Map([[userOf(session?.identity), '']]);
  }

  /** Changes the prefixes. Returns what the change returns, or undefined if it is not stored. */
  const update = <T>(change: (prefixes: Map<User, string>) => T) =>
    storage.change(KEY, async (stored, write) => {
      const prefixes = await prefixesOf(stored);
      const result = prefixes && change(prefixes);
      return prefixes && (await write([...prefixes])) ? (result as T) : undefined;
    });

  /** Returns the prefix of a user. The first user takes over the player without a user. */
  function add(prefixes: Map<User, string>, user: User): string {
    const isFirst = [...prefixes.keys()].every((other) => other === null);
    const former = isFirst ? null : user;
    const prefix = prefixes.get(former) ?? `${randomId()}:`;
    prefixes.delete(former);
    prefixes.set(user, prefix);
    return prefix;
  }

  /**
   * Finds the player of a user, and stores whose it is. Undefined if the storage cannot tell.
   */
  const find = (user: User) =>
    inOrder(async (): Promise<string | undefined> => {
      const prefixes = await prefixesOf(await storage.read(KEY));
      return !prefixes || prefixes.has(user) ? prefixes?.get(user) : update((current) => add(current, user));
    });

  return {
    find,

    /** The storage of a user's player. */
    storageOf(user: User): SafeStorage {
      let prefix: string | undefined;
      let finding: Promise<void> | undefined;
      let failedAt = -AGAIN_MS;
      return storage.under(async () => {
        if (prefix === undefined && now() - failedAt >= AGAIN_MS) {
          finding ??= find(user).then((found) => {
            prefix = found;
            if (found === undefined) failedAt = now();
            finding = undefined;
          });
          await finding;
        }
        return prefix;
      });
    },

    /** Forgets that the user has a player on this device. */
    forget: (user: User) => inOrder(() => update((prefixes) => void prefixes.delete(user))),
  };
}

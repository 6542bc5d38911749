import type { Lock, Locker, RequestRelease } from '@tus/server';
import { AppError } from '../errors.ts';

/** Waiting requests for one upload. A client has one. */
const MAX_WAITING = 3;

interface Held {
  release: RequestRelease;
  readonly waiting: { readonly release: RequestRelease; readonly begin: () => void }[];
}

/**
 * One request per upload at a time in this process. A new one ends the old: its client lost the
 * connection. Requests on other nodes meet in the database.
 */
export class UploadLocks {
  readonly #held = new Map<string, Held>();

  /** Makes a player's locks: nobody else can end its requests. */
  of(playerId: string): Locker {
    return { newLock: (id) => this.#lock(`${playerId} ${id}`) };
  }

  #lock(key: string): Lock {
    return {
      lock: async (_stop, release) => {
        const held = this.#held.get(key);
        if (held === undefined) return void this.#held.set(key, { release, waiting: [] });
        if (held.waiting.length >= MAX_WAITING) {
          const detail = 'Too many requests for this upload at the same time.';
          throw new AppError('rate-limited', { detail, headers: { 'retry-after': '5' } });
        }
        await held.release();
        await new Promise<void>((begin) => held.waiting.push({ release, begin }));
      },
      unlock: async () => {
        const held = this.#held.get(key);
        const next = held?.waiting.shift();
        if (held === undefined || next === undefined) return void this.#held.delete(key);
        held.release = next.release;
        next.begin();
        if (held.waiting.length > 0) await held.release();
      },
    };
  }
}

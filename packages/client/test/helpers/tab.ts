import { setTimeout as sleep } from 'node:timers/promises';
import type { createPlayerSupport, OutboxEntry, PlayerSupport, Storage } from '../../src/index.ts';

/** A page of a browser that may die at any moment: nothing that it does then has an effect any more. */
export interface Tab {
  readonly support: PlayerSupport;
  /** Resolves when the entry with that text is kept; rejects if the tab dies before. */
  kept(text: string): Promise<OutboxEntry>;
  die(): void;
}

export interface TabOptions {
  readonly create: typeof createPlayerSupport;
  readonly baseUrl: string;
  readonly projectPublicKey: string;
  readonly values: Map<string, string>;
  readonly random: () => number;
  /** Whether the storage answers late and fails now and then. */
  readonly badStorage?: boolean;
  /** The SDK told that it could not keep something, from which on it promises nothing. */
  readonly gaveUp?: () => void;
  /** Takes something out that the promise rests on, to see it broken. */
  readonly without?: 'key' | 'persistence';
}

const FAILED = 'the storage failed';

export function openTab(options: TabOptions): Tab {
  const { values, random, badStorage = true, create, baseUrl, projectPublicKey, without } = options;
  const gone = new AbortController();
  const waiting = new Map<string, (entry: OutboxEntry) => void>();
  const forgotten = new Map<string, string>();
  const valuesOf = (key: string) => (without === 'persistence' && key.endsWith(':outbox') ? forgotten : values);
  let failedAt = 0;

  /** What the storage does happens or does not, whichever way a tab dies meanwhile. */
  async function storageCall<T>(work: () => T): Promise<T> {
    if (badStorage && random() < 0.3) await sleep(random() * 3);
    gone.signal.throwIfAborted();
    const value = work();
    if (badStorage && random() < 0.3) await sleep(random() * 3);
    gone.signal.throwIfAborted();
    return value;
  }

  const storage: Storage = {
    get: (key) =>
      storageCall(() => {
        // It fails now and then, but not whenever it is asked for some time.
        if (badStorage && performance.now() - failedAt > 2000 && random() < 0.05) {
          failedAt = performance.now();
          throw new Error(FAILED);
        }
        return valuesOf(key).get(key);
      }),
    set: (key, value) => storageCall(() => void valuesOf(key).set(key, value)),
  };
  const support = create({
    baseUrl,
    projectPublicKey,
    storage,
    fetch: async (url, init) => {
      gone.signal.throwIfAborted();
      const signal = init.signal ? AbortSignal.any([init.signal, gone.signal]) : gone.signal;
      const headers = new Headers(init.headers);
      if (without === 'key') headers.delete('idempotency-key');
      return fetch(url, { ...init, headers, signal });
    },
  });
  support.on('outbox', (entry) => {
    if (gone.signal.aborted || entry.state !== 'queued') return;
    const text = String(entry.body.message);
    waiting.get(text)?.(entry);
    waiting.delete(text);
  });
  support.on('error', (error) => {
    if (!gone.signal.aborted && (error as Error).message === FAILED) options.gaveUp?.();
  });
  support.start();
  return {
    support,
    kept: (text) =>
      new Promise((resolve, reject) => {
        waiting.set(text, resolve);
        gone.signal.addEventListener('abort', () => reject(gone.signal.reason));
      }),
    die() {
      gone.abort(new Error('the tab died'));
      support.stop();
    },
  };
}

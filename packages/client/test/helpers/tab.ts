import { setTimeout as sleep } from 'node:timers/promises';
import type { createPlayerSupport, OutboxEntry, PlayerSupport, Storage } from '../../src/index.ts';
import { withLease } from '../../src/lease.ts';
import { withWebLock } from '../../src/locks.ts';

/** After a crash, possible at any time, the tab has no effect. */
export interface Tab {
  readonly support: PlayerSupport;
  /** Resolves when that text is stored; rejects if the tab crashes before. */
  stored(text: string): Promise<OutboxEntry>;
  crash(): void;
}

export interface TabOptions {
  readonly create: typeof createPlayerSupport;
  readonly baseUrl: string;
  readonly projectPublicKey: string;
  readonly values: Map<string, string>;
  readonly random: () => number;
  readonly badStorage?: boolean;
  /** The storage failed: the SDK guarantees nothing. */
  readonly onStorageError?: () => void;
  /** A lease, not Web Locks, separates the tabs. */
  readonly lease?: boolean;
  /** Without a condition of the guarantee the test must fail. */
  readonly without?: 'key' | 'persistence';
}

const FAILED = 'the storage failed';
/** As the SDK reports them. On a busy machine the storage times out. */
const STORAGE_ERRORS: readonly unknown[] = [FAILED, 'Timeout.'];

export function openTab(options: TabOptions): Tab {
  const { values, random, badStorage = true, create, baseUrl, projectPublicKey, without } = options;
  const crashed = new AbortController();
  const waiting = new Map<string, (entry: OutboxEntry) => void>();
  const lostValues = new Map<string, string>();
  const valuesOf = (key: string) => (without === 'persistence' && key.endsWith(':outbox') ? lostValues : values);
  let failedAt = 0;

  /** Does the work. A crash may come before or after it. */
  async function storageCall<T>(work: () => T): Promise<T> {
    if (badStorage && random() < 0.3) await sleep(random() * 3);
    crashed.signal.throwIfAborted();
    const value = work();
    if (badStorage && random() < 0.3) await sleep(random() * 3);
    crashed.signal.throwIfAborted();
    return value;
  }

  const storage: Storage = {
    get: (key) =>
      storageCall(() => {
        if (badStorage && performance.now() - failedAt > 2000 && random() < 0.05) {
          failedAt = performance.now();
          throw new Error(FAILED);
        }
        return valuesOf(key).get(key);
      }),
    set: (key, value) => storageCall(() => void valuesOf(key).set(key, value)),
    withLock: withWebLock,
  };
  const support = create({
    baseUrl,
    projectPublicKey,
    storage: options.lease ? withLease(storage) : storage,
    fetch: async (url, init) => {
      crashed.signal.throwIfAborted();
      const signal = init.signal ? AbortSignal.any([init.signal, crashed.signal]) : crashed.signal;
      const headers = new Headers(init.headers);
      if (without === 'key') headers.delete('idempotency-key');
      return fetch(url, { ...init, headers, signal });
    },
  });
  support.on('outbox', (entry) => {
    if (crashed.signal.aborted || !entry.isStored) return;
    const text = String(entry.body.message);
    waiting.get(text)?.(entry);
    waiting.delete(text);
  });
  support.on('error', (error) => {
    if (!crashed.signal.aborted && STORAGE_ERRORS.includes((error as Error).message)) options.onStorageError?.();
  });
  support.start();
  return {
    support,
    stored: (text) =>
      new Promise((resolve, reject) => {
        waiting.set(text, resolve);
        crashed.signal.addEventListener('abort', () => reject(crashed.signal.reason));
      }),
    crash() {
      crashed.abort(new Error('the tab crashed'));
      support.stop();
    },
  };
}

import fs from 'node:fs';
import path from 'node:path';
import type { WriteTimes } from '../database.ts';
import { unavailable } from '../errors.ts';

/**
 * An asynchronous fdatasync of the WAL covers all earlier commits. In the thread pool: a slow disk
 * delays responses, not the event loop.
 */
export class WalSync {
  readonly #fd: number;
  readonly #times: WriteTimes | undefined;
  #committed = 0;
  #synced = 0;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #failure: Error | undefined;

  constructor(walFile: string, times: WriteTimes | undefined) {
    this.#fd = fs.openSync(walFile, 'r+');
    this.#times = times;
  }

  noteCommit(): void {
    this.#committed++;
  }

  /** Rejects after a failed sync, until `allDurable`: new commits could depend on lost ones. */
  requireHealthy(): Promise<void> {
    return this.#failure === undefined ? Promise.resolve() : Promise.reject(unavailable(this.#failure));
  }

  get failed(): boolean {
    return this.#failure !== undefined;
  }

  /**
   * All commits so far. Rejects after a failed sync, until `allDurable`: the system may have
   * dropped pages, so a later success proves nothing.
   */
  waitUntilDurable(): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    if (this.#committed === this.#synced) return Promise.resolve();
    this.#next ??= this.#running.then(() => this.#start());
    return this.#next;
  }

  /** Call after a checkpoint that copied all commits so far. */
  allDurable(): void {
    this.#synced = this.#committed;
    if (this.#failure === undefined) return;
    this.#failure = undefined;
    this.#running = Promise.resolve();
    // It waited for the failed sync, and failed with it.
    this.#next = undefined;
  }

  close(): void {
    fs.closeSync(this.#fd);
  }

  #start(): Promise<void> {
    const upTo = this.#committed;
    this.#next = undefined;
    const started = performance.now();
    this.#running = new Promise((resolve, reject) => {
      fs.fdatasync(this.#fd, (error) => {
        if (error) {
          this.#failure = error;
          return reject(error);
        }
        this.#synced = Math.max(this.#synced, upTo);
        this.#times?.sync((performance.now() - started) / 1000);
        resolve();
      });
    });
    return this.#running;
  }
}

/** The names of new files. */
export function syncDirectory(directory: string): Promise<void> {
  // Windows cannot sync a directory. NTFS has a journal for directories.
  if (process.platform === 'win32') return Promise.resolve();
  const fd = fs.openSync(directory, 'r');
  return new Promise((resolve, reject) => {
    fs.fsync(fd, (error) => {
      fs.closeSync(fd);
      if (error) reject(error);
      else resolve();
    });
  });
}

/** Makes the names of new directories durable. */
export async function makeDirectory(directory: string): Promise<void> {
  const missing: string[] = [];
  for (let one = path.resolve(directory); !fs.existsSync(one); one = path.dirname(one)) missing.unshift(one);
  for (const one of missing) {
    fs.mkdirSync(one, { recursive: true, mode: 0o700 });
    await syncDirectory(path.dirname(one));
  }
}

import fs from 'node:fs';
import path from 'node:path';
import type { WriteTimes } from '../database.ts';
import { unavailable } from '../errors.ts';
import { createPrivateFolder } from './privacy.ts';

/**
 * Makes commits durable with one asynchronous fdatasync of the WAL file for all that were made until it started. The
 * sync runs in the thread pool: a slow disk delays answers, never the event loop.
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

  /** Rejects while a sync that failed has not been made good: no commit may build on what may be lost. */
  healthy(): Promise<void> {
    return this.#failure === undefined ? Promise.resolve() : Promise.reject(unavailable(this.#failure));
  }

  get failed(): boolean {
    return this.#failure !== undefined;
  }

  /**
   * Resolves when every commit so far is on disk; rejects if the disk refused. After a refusal it rejects until
   * `allDurable`: the system may have dropped what it failed to write, so a later sync that succeeds proves nothing.
   */
  durable(): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    if (this.#committed === this.#synced) return Promise.resolve();
    this.#next ??= this.#running.then(() => this.#start());
    return this.#next;
  }

  /** Says that a checkpoint put every commit so far into the database file, so that the WAL no longer matters. */
  allDurable(): void {
    this.#synced = this.#committed;
    if (this.#failure === undefined) return;
    this.#failure = undefined;
    this.#running = Promise.resolve();
    // It waited for the sync that failed, and failed with it.
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

/** Puts the names of files just made in a directory on disk. */
export function syncDirectory(directory: string): Promise<void> {
  // Windows has no such call, and needs none: NTFS keeps its directories in a journal.
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

/** Makes a directory that may be missing, with all above it, and puts the names of those just made on disk. */
export async function makeDirectory(directory: string): Promise<void> {
  const missing: string[] = [];
  for (let one = path.resolve(directory); !fs.existsSync(one); one = path.dirname(one)) missing.unshift(one);
  for (const one of missing) {
    createPrivateFolder(one);
    await syncDirectory(path.dirname(one));
  }
}

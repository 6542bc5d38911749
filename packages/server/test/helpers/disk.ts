import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryDirectory } from './temporary-directory.ts';

type Done = (error: NodeJS.ErrnoException | null) => void;

/** Simulated: it records syncs, and can be slow or broken. */
export interface Disk {
  /** For the database of the store under test. */
  readonly file: string;
  readonly env: { readonly DATABASE_URL: string };
  /** Requested ones. */
  readonly syncs: number;
  /** Holds every sync until the returned function is called. */
  hold(): () => void;
  /** Resolves when a sync waits. */
  waiting(): Promise<void>;
  /** Every sync fails with this error; `undefined` ends that. */
  fail(code: string | undefined): void;
  /** Copies what a power cut now would leave. */
  powerCut(): { readonly DATABASE_URL: string };
}

export function watchDisk(t: TestContext): Disk {
  const file = path.join(temporaryDirectory(t), 'test.db');
  const sync = fs.fdatasync;
  const events = new EventTarget();
  let syncs = 0;
  let holding = false;
  let held: (() => void)[] = [];
  let failure: string | undefined;
  let durable: { database: Buffer; wal: Buffer } | undefined;

  t.mock.method(fs, 'fdatasync', (fd: number, done: Done) => {
    syncs++;
    // A sync only guarantees earlier writes.
    const written = { database: fs.readFileSync(file), wal: fs.readFileSync(`${file}-wal`) };
    const begin = () => {
      if (failure !== undefined) setImmediate(done, Object.assign(new Error(failure), { code: failure }));
      else
        sync(fd, (error) => {
          if (!error) durable = written;
          done(error);
        });
    };
    if (holding) {
      held.push(begin);
      events.dispatchEvent(new Event('held'));
    } else begin();
  });

  const release = () => {
    holding = false;
    const ready = held;
    held = [];
    for (const begin of ready) begin();
  };
  // A closing store waits for its syncs.
  t.after(release);

  return {
    file,
    env: { DATABASE_URL: `sqlite:${file}` },
    get syncs() {
      return syncs;
    },
    hold() {
      holding = true;
      return release;
    },
    waiting: () =>
      held.length > 0
        ? Promise.resolve()
        : new Promise((resolve) => events.addEventListener('held', () => resolve(), { once: true })),
    fail(code) {
      failure = code;
    },
    powerCut() {
      const left = path.join(temporaryDirectory(t), 'left.db');
      if (durable !== undefined) {
        fs.writeFileSync(left, durable.database);
        fs.writeFileSync(`${left}-wal`, durable.wal);
      }
      return { DATABASE_URL: `sqlite:${left}` };
    },
  };
}

/** Limits the size of all files that this process writes. */
export function limitFileSize(t: Pick<TestContext, 'after'>, bytes: number | 'unlimited'): void {
  const set = (soft: number | 'unlimited') => execFileSync('prlimit', ['--pid', `${process.pid}`, `--fsize=${soft}:`]);
  set(bytes);
  t.after(() => set('unlimited'));
}

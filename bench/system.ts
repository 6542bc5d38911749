import fs from 'node:fs';
import path from 'node:path';

/** USER_HZ, the unit of times in /proc, is the same on every Linux that runs Node. */
const TICKS_PER_SECOND = 100;

/** Reads the seconds of a process: its own, and its ended children's. */
function times(pid: number): { own: number; ended: number } {
  const [, after = ''] = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=[A-Z] )/);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = after.split(' ').slice(11, 15).map(Number);
  return { own: (user + system) / TICKS_PER_SECOND, ended: (endedUser + endedSystem) / TICKS_PER_SECOND };
}

/** Reads the processor time in seconds. NaN without /proc. */
export function processorSeconds(pid: number): number {
  try {
    return times(pid).own;
  } catch {
    return Number.NaN;
  }
}

/** Lists those that still run. Fails without /proc. */
export function childrenOf(pid: number): number[] {
  return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

/** Sums the seconds of a process and all its children. NaN without /proc. */
export function familySeconds(pid: number): number {
  try {
    const living = childrenOf(pid).reduce((sum, child) => sum + (processorSeconds(child) || 0), 0);
    const { own, ended } = times(pid);
    return own + ended + living;
  } catch {
    return Number.NaN;
  }
}

/** Reads the bytes written to disk. Undefined without /proc. */
export function diskBytes(pid: number): number | undefined {
  try {
    return Number(/^write_bytes: (\d+)/m.exec(fs.readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

export interface Memory {
  /** Without the database file's pages, which the system takes back when needed. */
  readonly residentMiB: number;
  readonly databaseMiB: number;
}

export function memory(pid: number): Memory | undefined {
  try {
    const maps = fs.readFileSync(`/proc/${pid}/smaps`, 'utf8').split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m);
    const resident = (ofDatabase: boolean) =>
      maps
        .filter((map) => /^.*\.db$/m.test(map) === ofDatabase)
        .reduce((sum, map) => sum + Number(/^Rss:\s+(\d+) kB/m.exec(map)?.[1]) / 1024, 0);
    return { residentMiB: resident(false), databaseMiB: resident(true) };
  } catch {
    return undefined;
  }
}

/** Forgets the most used memory so far (proc(5), clear_refs). */
export function resetPeak(pid: number): void {
  fs.writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Reads the peak memory since the start or the last reset, in MB. */
export function peakMegabytes(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1.024e-3;
}

/** Of tmpfs (statfs(2)). */
const TMPFS_MAGIC = 0x01021994;

/** A sync costs nothing in memory, so writes cannot be measured. */
export function isInMemory(directory: string): boolean {
  return fs.statfsSync(directory).type === TMPFS_MAGIC;
}

/** Measures synced appends of this size per second. */
export function rawCommitRate(directory: string, bytes: number, milliseconds: number): number {
  const file = path.join(directory, 'raw-commits');
  const fd = fs.openSync(file, 'w');
  const data = Buffer.alloc(bytes, 'x');
  const began = performance.now();
  let commits = 0;
  let elapsed = 0;
  do {
    fs.writeSync(fd, data);
    fs.fdatasyncSync(fd);
    commits++;
    elapsed = performance.now() - began;
  } while (elapsed < milliseconds);
  fs.closeSync(fd);
  fs.rmSync(file);
  return (commits * 1000) / elapsed;
}

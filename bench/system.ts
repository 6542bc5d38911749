import fs from 'node:fs';
import path from 'node:path';

/** USER_HZ, the unit of times in /proc. It is the same on every Linux that runs Node. */
const TICKS_PER_SECOND = 100;

/** The times of a process in seconds: its own, and that of its children that have ended. */
function times(pid: number): { own: number; ended: number } {
  const [, after = ''] = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=[A-Z] )/);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = after.split(' ').slice(11, 15).map(Number);
  return { own: (user + system) / TICKS_PER_SECOND, ended: (endedUser + endedSystem) / TICKS_PER_SECOND };
}

/** The processor time of a process in seconds. NaN without /proc. */
export function processorSeconds(pid: number): number {
  try {
    return times(pid).own;
  } catch {
    return Number.NaN;
  }
}

/** The processes that a process has started and that still run. Fails without /proc. */
export function childrenOf(pid: number): number[] {
  return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

/**
 * The processor time of a process and of all its children, also of those that have ended. NaN
 * without /proc.
 */
export function familySeconds(pid: number): number {
  try {
    const living = childrenOf(pid).reduce((sum, child) => sum + (processorSeconds(child) || 0), 0);
    const { own, ended } = times(pid);
    return own + ended + living;
  } catch {
    return Number.NaN;
  }
}

/** The bytes that a process has written to disk. Undefined without /proc. */
export function diskBytes(pid: number): number | undefined {
  try {
    return Number(/^write_bytes: (\d+)/m.exec(fs.readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

export interface Memory {
  /** Without the pages of the database file, which the system takes back when it needs them. */
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

/** Forgets the most memory that a process has used so far (proc(5), clear_refs). */
export function resetPeak(pid: number): void {
  fs.writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** The most memory that a process has used since its start or the last reset, in MB. */
export function peakMegabytes(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1.024e-3;
}

/** The type of tmpfs (statfs(2)). */
const TMPFS_MAGIC = 0x01021994;

/** Whether a directory is in memory. A sync costs nothing there, so writes cannot be measured. */
export function isInMemory(directory: string): boolean {
  return fs.statfsSync(directory).type === TMPFS_MAGIC;
}

/** How many appends of this size per second the disk can sync, one after the other. */
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

import fs from 'node:fs';
import path from 'node:path';

/** USER_HZ, the unit of times in /proc. It is the same on every Linux that runs Node. */
const TICKS_PER_SECOND = 100;

/** The processor time of a process in seconds. Undefined without /proc. */
export function processorSeconds(pid: number): number | undefined {
  try {
    const [, after = ''] = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=[A-Z] )/);
    const fields = after.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return undefined;
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
  readonly residentMiB: number;
  readonly peakMiB: number;
}

export function memory(pid: number): Memory | undefined {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
    const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
    return { residentMiB: field('VmRSS'), peakMiB: field('VmHWM') };
  } catch {
    return undefined;
  }
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

import fs from 'node:fs';
import path from 'node:path';

/** Ticks per second of /proc; the same on every Linux that runs Node. */
const TICKS = 100;

/** Processor time that a process has used, in seconds; undefined where there is no /proc. */
export function processorSeconds(pid: number): number | undefined {
  try {
    const [, after = ''] = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=[A-Z] )/);
    const fields = after.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    return undefined;
  }
}

/** Bytes that a process has given to the disk; undefined where there is no /proc. */
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

const TMPFS = 0x01021994;

/** Whether a sync costs nothing there, so that writes prove nothing. */
export function isInMemory(directory: string): boolean {
  return fs.statfsSync(directory).type === TMPFS;
}

/** How often a second the disk takes an append of so many bytes with a sync, one after the other. */
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

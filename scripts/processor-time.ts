import { existsSync, readFileSync } from 'node:fs';

const STATS = '/proc/self/stat';
const TICKS_PER_SECOND = 100;

/**
 * Returns the seconds of this process and its ended children. Without /proc, the children are
 * missing.
 */
export function processorSeconds(): number {
  if (!existsSync(STATS)) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  // proc_pid_stat(5): the name in parentheses can contain spaces. Then utime, stime, cutime and
  // cstime.
  const fields = readFileSync(STATS, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/** Lists the cores for this process. Empty if the system does not say. */
function cores(): number[] {
  try {
    const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(fs.readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
    return list.split(',').flatMap((range) => {
      const [from = 0, to = from] = range.split('-').map(Number);
      return Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
    });
  } catch {
    return [];
  }
}

/** Of the servers and the generator. Undefined if processes cannot be pinned. */
export interface Pinning {
  readonly server: number | undefined;
  readonly generator: number | undefined;
}

export function choosePinning(): Pinning {
  const [server, generator] = cores();
  const hasTaskset = spawnSync('taskset', ['--version']).error === undefined;
  return hasTaskset && generator !== undefined ? { server, generator } : { server: undefined, generator: undefined };
}

/** Limits a command's process and threads to this core. */
export function pinned(core: number | undefined, command: string, args: readonly string[]): [string, string[]] {
  return core === undefined ? [command, [...args]] : ['taskset', ['-c', String(core), command, ...args]];
}

export function pinProcess(core: number | undefined): void {
  if (core !== undefined) spawnSync('taskset', ['-a', '-c', '-p', String(core), String(process.pid)]);
}

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/** The cores that this process may use, as far as the system says. */
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

/** Which core the servers get, and which the generator; undefined where the system has no way to say so. */
export interface Pinning {
  readonly server: number | undefined;
  readonly generator: number | undefined;
}

export function choosePinning(): Pinning {
  const [server, generator] = cores();
  const possible = spawnSync('taskset', ['--version']).error === undefined;
  return possible && generator !== undefined ? { server, generator } : { server: undefined, generator: undefined };
}

/** A command line that runs on that core only, with all threads that it starts. */
export function pinned(core: number | undefined, command: string, args: readonly string[]): [string, string[]] {
  return core === undefined ? [command, [...args]] : ['taskset', ['-c', String(core), command, ...args]];
}

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Capability } from '../../src/protocol.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../../clients');

/** Compiling takes longer than what faster code saves. */
const CXXFLAGS = '-O0';

/** The clients for engines, and what their platforms cannot do. */
export const ENGINE_CLIENTS = {
  cpp: [],
  godot: ['sharedStorage'],
  lua: ['sharedStorage'],
  python: [],
  unity: ['sharedStorage'],
} as const satisfies Record<string, readonly Capability[]>;

export type EngineClient = keyof typeof ENGINE_CLIENTS;

/** Compiles it if it must be, and returns the command of its driver. */
export function engineDriver(client: EngineClient): string {
  const folder = path.join(FOLDER, client, 'conformance');
  const build = path.join(folder, 'build.sh');
  const env = { ...process.env, CXXFLAGS };
  if (existsSync(build)) execFileSync('sh', [build], { stdio: ['ignore', 'ignore', 'inherit'], env });
  return `env CXXFLAGS=${CXXFLAGS} sh '${path.join(folder, 'driver.sh')}'`;
}

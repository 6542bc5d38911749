import type { Settings } from './programs.ts';

export function setEnvironment(env: Settings): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
}

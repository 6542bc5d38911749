import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/**
 * Runs a program in the project's folder. It can be one of node_modules.
 *
 * @returns whether it succeeded
 */
export function step(title: string, program: string, ...args: string[]): boolean {
  console.log(`== ${title}`);
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}` },
  });
  return status === 0;
}

/**
 * Checks types, generated files, lint and format, and stops at the first failure.
 *
 * @returns whether all checks passed
 */
export function check(): boolean {
  return (
    step('types', 'tsc', '-p', '.') &&
    step('types of the console', 'tsc', '-p', 'packages/console') &&
    step("types of the console's tests", 'tsc', '-p', 'packages/console/test') &&
    step('types of the client', 'tsc', '-p', 'packages/client') &&
    step("types of the client's tests", 'tsc', '-p', 'packages/client/test') &&
    step('types of the client against the contract', process.execPath, 'scripts/client-types.ts', '--check') &&
    step('reference of the client against its types', process.execPath, 'scripts/client-reference.ts', '--check') &&
    step('types of the console against the team API', process.execPath, 'scripts/console-types.ts', '--check') &&
    step('settings page against the settings', process.execPath, 'scripts/settings-page.ts', '--check') &&
    step('lint and format', 'biome', 'check', '--error-on-warnings', '.')
  );
}

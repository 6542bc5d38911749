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

/** Writes what is generated and not in the repository. */
export function generateTypes(): boolean {
  return step('types of the team API for the console', process.execPath, 'scripts/console-types.ts');
}

/** Files of the repository that scripts write from others: what they are, and the script. */
const GENERATED = [
  ['types of the client from the contract', 'scripts/client-types.ts'],
  ['reference of the client from its types', 'scripts/client-reference.ts'],
  ['settings page from the settings', 'scripts/settings-page.ts'],
] as const;

/** Writes all generated files. @returns whether it succeeded */
export function generate(): boolean {
  return generateTypes() && GENERATED.every(([title, script]) => step(title, process.execPath, script));
}

/**
 * Checks lint, format, types and generated files. It runs all checks, and prints which ones failed.
 *
 * @returns whether all checks passed
 */
export function check(): boolean {
  const steps: Parameters<typeof step>[] = [
    ['lint and format', 'biome', 'check', '--error-on-warnings', '.'],
    ...GENERATED.map(([title, script]): Parameters<typeof step> => [title, process.execPath, script, '--check']),
    ['types', 'tsc', '-p', '.'],
    ['types of the console', 'tsc', '-p', 'packages/console'],
    ["types of the console's tests", 'tsc', '-p', 'packages/console/test'],
    ['types of the client', 'tsc', '-p', 'packages/client'],
    ["types of the client's tests", 'tsc', '-p', 'packages/client/test'],
    ['types of the widget', 'tsc', '-p', 'packages/widget'],
    ["types of the demo's pages", 'tsc', '-p', 'packages/demo/page'],
    ["types of the demo's test", 'tsc', '-p', 'packages/demo/test'],
    ["types of the widget's tests", 'tsc', '-p', 'packages/widget/test'],
  ];
  if (!generateTypes()) return false;
  const failed = steps.filter((one) => !step(...one)).map(([title]) => title);
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`);
  return failed.length === 0;
}

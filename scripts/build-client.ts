import { rmSync } from 'node:fs';
import path from 'node:path';
import { step } from './steps.ts';

/** Builds the SDK: JavaScript and declarations in packages/client/dist. */

rmSync(path.resolve(import.meta.dirname, '../packages/client/dist'), { recursive: true, force: true });
process.exitCode = step('build of the client', 'tsc', '-p', 'packages/client/tsconfig.build.json') ? 0 : 1;

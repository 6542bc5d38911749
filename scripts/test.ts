import { globSync } from 'node:fs';
import { check, step } from './steps.ts';

// Arguments choose test files; without any, everything is checked and tested.
const chosen = process.argv.slice(2);
const files = chosen.length > 0 ? chosen : globSync('packages/*/test/**/*.test.ts').sort();
const ready = chosen.length > 0 || check();
process.exitCode = ready && step('tests', process.execPath, '--test', '--test-timeout=300000', ...files) ? 0 : 1;

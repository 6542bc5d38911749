import { generate } from './steps.ts';

process.exitCode = generate() ? 0 : 1;

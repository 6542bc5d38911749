import { check } from './steps.ts';

process.exitCode = check() ? 0 : 1;

import { check } from './steps.ts';

process.exitCode = (await check()) ? 0 : 1;

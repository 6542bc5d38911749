import { buildConsole } from './console.mjs';

process.exitCode = buildConsole(process.execPath) ? 0 : 1;

import { buildWeb } from './web-builds.mjs';

process.exitCode = buildWeb(process.execPath) ? 0 : 1;

import { run } from './cli/run-program.ts';
import { readServerConfig } from './config/config.ts';
import { serve } from './serve.ts';

await run(() => serve(readServerConfig(process.env)));

import { run } from './cli/run-program.ts';
import { readConfig } from './config/config.ts';
import { serve } from './serve.ts';

await run(() => serve(readConfig(process.env)));

#!/usr/bin/env node
import { createProgram } from './cli/program.ts';
import { run } from './cli/run-program.ts';

await run(async () => {
  await createProgram().parseAsync();
});

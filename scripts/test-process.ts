import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { processorSeconds } from './processor-time.ts';

// Loaded by the process of each test file. Its line in the file TEST_TIMES says what it cost.
const { TEST_TIMES, NODE_TEST_CONTEXT } = process.env;
if (isMainThread && TEST_TIMES !== undefined && NODE_TEST_CONTEXT !== undefined)
  process.on('exit', () => appendFileSync(TEST_TIMES, `${processorSeconds()}\t${process.argv[1]}\n`));

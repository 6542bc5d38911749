import assert from 'node:assert';
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { processorSeconds } from './processor-time.ts';

// Each process of test files loads this. Its line in the file TEST_TIMES says what it cost.
const { TEST_TIMES, NODE_TEST_CONTEXT } = process.env;
if (isMainThread && TEST_TIMES !== undefined && NODE_TEST_CONTEXT !== undefined)
  process.on('exit', () => appendFileSync(TEST_TIMES, `${processorSeconds()}\t${process.argv[1]}\n`));

// All files of a process share `assert`. None may weaken the assertions of another.
Object.freeze(assert);
Object.freeze(assert.strict);

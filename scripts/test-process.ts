import assert from 'node:assert';
import { appendFileSync } from 'node:fs';
import { after } from 'node:test';
import { isMainThread } from 'node:worker_threads';
import { processorSeconds } from './processor-time.ts';
import { endIfStillOpen } from './test-end.ts';

// Each process of test files loads this.
const { TEST_TIMES, NODE_TEST_CONTEXT } = process.env;
if (isMainThread && NODE_TEST_CONTEXT !== undefined) {
  // Its line in the file TEST_TIMES says what it cost.
  if (TEST_TIMES !== undefined)
    process.on('exit', () => appendFileSync(TEST_TIMES, `${processorSeconds()}\t${process.argv[1]}\n`));
  // In a group this hook runs after the first file. The group calls the function itself.
  after(() => 'endsOfGroup' in globalThis || endIfStillOpen());
}

// All files of a process share `assert`. None may weaken the assertions of another.
Object.freeze(assert);
Object.freeze(assert.strict);

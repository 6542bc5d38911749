import assert from 'node:assert';
import { appendFileSync } from 'node:fs';
import { after } from 'node:test';
import { isMainThread } from 'node:worker_threads';
import { processorSeconds } from './processor-time.ts';
import { endIfStillOpen } from './test-end.ts';

// Each process of test files loads this.
const { TEST_TIMES, NODE_TEST_CONTEXT } = process.env;
if (isMainThread && NODE_TEST_CONTEXT !== undefined) {
  // TEST_TIMES gets a line with its cost.
  if (TEST_TIMES !== undefined)
    process.on('exit', () => appendFileSync(TEST_TIMES, `${processorSeconds()}\t${process.argv[1]}\n`));
  // A group calls it itself: this hook would run after its first file.
  after(() => 'endsOfGroup' in globalThis || endIfStillOpen());
}

// All files of a process share `assert`, and must not weaken each other's assertions.
Object.freeze(assert);
Object.freeze(assert.strict);

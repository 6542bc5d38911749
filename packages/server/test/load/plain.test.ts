import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, test } from 'node:test';
import { ACCEPTED, PROMISES } from '../helpers/plain-promises.ts';

/** The plain program must do its measured work. */

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const REPORTER = path.join(import.meta.dirname, '../helpers/result-lines.mjs');

interface Result {
  readonly name: string;
  readonly passed: boolean;
  readonly reason?: string;
}

/** Runs a player API test file against the plain program. */
async function run(file: string): Promise<Result[]> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ['--test', `--test-reporter=${REPORTER}`, `packages/server/test/api/player/${file}.test.ts`];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...env, TEST_SERVER: path.join(ROOT, 'packages/server/test/helpers/plain-server.ts') },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(child, 'close');
  const lines = output.split('\n').filter((line) => line.startsWith('{"name"'));
  return lines.map((line) => JSON.parse(line) as Result);
}

describe('the plain program keeps its promises', () => {
  for (const [file, promises] of Object.entries(PROMISES)) {
    test(file, async () => {
      const results = await run(file);
      const failed = results.filter(({ name, passed }) => !passed && (promises.includes(name) || ACCEPTED.test(name)));
      assert.deepEqual(failed, []);
      // A promise with another name would not be checked.
      const names = new Set(results.map(({ name }) => name));
      assert.deepEqual(
        promises.filter((name) => !names.has(name)),
        [],
      );
    });
  }
});

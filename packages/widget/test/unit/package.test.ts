import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

/** What a game loads. */

const DIST = path.resolve(import.meta.dirname, '../../dist');
/** The size limit of the script with the SDK, gzipped. */
const MAX_BYTES = 25_000;

suite('the script', () => {
  const script = readFileSync(path.join(DIST, 'player-support.js'));

  test(`has less than ${MAX_BYTES} bytes with the SDK, gzipped`, (t: TestContext) => {
    const { length } = gzipSync(script, { level: 9 });
    t.diagnostic(`${length} bytes`);
    assert.ok(script.includes('Idempotency-Key') && script.includes('How can we help?'));
    assert.ok(length < MAX_BYTES, `${length} bytes`);
  });

  test('evaluates no text', () => {
    assert.doesNotMatch(script.toString(), /\beval\(|new Function|insertAdjacentHTML|document\.write/);
  });

  test('can be imported where there are no elements', async () => {
    await promisify(execFile)(process.execPath, [
      '-e',
      `import(${JSON.stringify(path.join(DIST, 'player-support.js'))})`,
    ]);
  });

  test('has a source map, and a file for each other language', () => {
    assert.match(script.toString(), /\/\/# sourceMappingURL=player-support\.js\.map\s*$/);
    assert.equal(readdirSync(path.join(DIST, 'locales')).filter((name) => name.endsWith('.json')).length, 9);
  });
});

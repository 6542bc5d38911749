import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { temporaryDirectory } from '../../../server/test/helpers/temporary-directory.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../../clients');
const run = promisify(execFile);

/** What the suite cannot see: damaged files, a full disk, wrong use. */
const TESTS: readonly (readonly [folder: string, program: string, ...args: string[]])[] = [
  ['cpp/test', 'sh', 'check.sh'],
  ['lua', 'lua5.4', 'test/all.lua'],
  ['python', 'python3', '-m', 'unittest', 'discover', 'test'],
  ['unity/conformance', 'sh', 'test.sh'],
  ['unity/conformance', 'sh', 'check-unity.sh'],
];

/** Installs a version of gdtoolkit from its registry. Returns the folder of its programs. */
async function gdtoolkit(folder: string, version: string): Promise<string> {
  await run('python3', ['-m', 'venv', folder]);
  await run(path.join(folder, 'bin/pip'), ['install', '--quiet', `gdtoolkit==${version}.*`]);
  return path.join(folder, 'bin');
}

suite('the tests of the clients for engines', () => {
  test('godot: the add-on parses in Godot 4 and its core in 3 too, and the checks pass', async (t) => {
    const folder = temporaryDirectory(t);
    const env = {
      ...process.env,
      GDTOOLKIT_3: await gdtoolkit(path.join(folder, '3'), '3'),
      GDTOOLKIT_4: await gdtoolkit(path.join(folder, '4'), '4'),
    };
    const { stdout } = await run('sh', ['check.sh'], { cwd: path.join(FOLDER, 'godot/conformance'), env });
    assert.doesNotMatch(stdout, /left out/);
    const template = path.resolve(import.meta.dirname, '../../templates/driver.gd');
    await run(path.join(env.GDTOOLKIT_4, 'gdparse'), [template]);
  });

  for (const [folder, program, ...args] of TESTS) {
    test(`${folder}: ${[program, ...args].join(' ')}`, async () => {
      await run(program, args, { cwd: path.join(FOLDER, folder), maxBuffer: 2 ** 24 });
    });
  }
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { temporaryDirectory } from '../../../server/test/helpers/temporary-directory.ts';
import { CommandFailed, DriverProcess } from '../../src/driver-process.ts';

const TEMPLATES = path.resolve(import.meta.dirname, '../../templates');
const NEWTONSOFT = '/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll';

const file = (name: string) => `'${path.join(TEMPLATES, name)}'`;

/** Compiles it into the folder if it must be, and returns its command. */
const DRIVERS: Readonly<Record<string, (folder: string) => string>> = {
  'driver.py': () => `python3 ${file('driver.py')}`,
  'driver.lua': () => `env JSON_MODULE=dkjson lua5.4 ${file('driver.lua')}`,
  'driver.cpp'(folder) {
    const program = path.join(folder, 'driver');
    const warnings = ['-Wall', '-Wextra', '-Werror'];
    execFileSync('g++', ['-std=c++17', ...warnings, path.join(TEMPLATES, 'driver.cpp'), '-o', program]);
    return `'${program}'`;
  },
  'Driver.cs'(folder) {
    const program = path.join(folder, 'Driver.exe');
    execFileSync('mcs', [`-r:${NEWTONSOFT}`, `-out:${program}`, path.join(TEMPLATES, 'Driver.cs')]);
    copyFileSync(NEWTONSOFT, path.join(folder, 'Newtonsoft.Json.dll'));
    return `mono '${program}'`;
  },
};

suite('the template of a driver', () => {
  for (const [name, commandIn] of Object.entries(DRIVERS)) {
    test(`${name} says hello, and what is left to do`, async (t: TestContext) => {
      const driver = new DriverProcess(commandIn(temporaryDirectory(t)));
      t.after(() => driver.end());
      assert.deepEqual(await driver.capabilities, new Set());
      const isToDo = (error: unknown) => error instanceof CommandFailed && error.slug === 'not-implemented';
      const options = { baseUrl: 'http://127.0.0.1:9', projectPublicKey: 'ppk_x', storage: '/tmp' };
      await assert.rejects(driver.ask({ command: 'start', ...options }), isToDo);
      driver.write({ command: 'create', type: 'bug', subject: '\u2028', message: 'Hello' });
      for (const command of ['list', 'inbox', 'entries', 'stop'] as const)
        await assert.rejects(driver.ask({ command }), isToDo, command);
    });
  }
});

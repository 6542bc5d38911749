import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { call } from '../../helpers/call.ts';
import { assertRefused, cli, cliProcess, printed, serverThatStops, startProcess } from '../../helpers/programs.ts';
import { temporaryDirectory } from '../../helpers/temporary-directory.ts';

interface Files {
  readonly directory: string;
  readonly database: string;
  readonly settings: { readonly DATABASE_URL: string };
}

function files(t: TestContext): Files {
  const directory = temporaryDirectory(t);
  const database = path.join(directory, 'test.db');
  return { directory, database, settings: { DATABASE_URL: `sqlite:${database}` } };
}

test('a second server is refused with one line, and can start after the first one was killed', async (t) => {
  const { directory } = files(t);
  const settings = { DATABASE_URL: `sqlite:${path.join(directory, 'new/folder/test.db')}` };
  const first = await startProcess(t, settings);
  const served = /^player-support: \S+test\.db is being served by another process; stop that process first\n$/;
  assertRefused(await serverThatStops(t, settings), served);
  assertRefused(await cliProcess(['serve'], { ...settings, PORT: '0' }), served);
  assert.equal((await call(first.url, 'GET', '/readyz')).status, 200);
  first.kill('SIGKILL');
  await first.exited;
  assert.equal((await call((await startProcess(t, settings)).url, 'GET', '/readyz')).status, 200);
});

suite('doctor', { concurrency: 2 }, () => {
  test('0: before the first start', async (t) => {
    const { directory, settings } = files(t);
    assert.match(printed(await cli(['doctor'], settings)), /^warning +no database at /m);
    assert.deepEqual(readdirSync(directory), [], 'and it makes none');
  });

  test('0: after migrate, without a warning about secrets, of which there are none', async (t) => {
    const { settings } = files(t);
    printed(await cli(['migrate'], settings));
    const said = printed(await cli(['doctor'], settings));
    assert.match(said, /^ok +there are no secrets yet; the first start encrypts them$/m);
    assert.doesNotMatch(said, /^(?:warning|problem)/m);
  });

  test('1: a file that is not a database', async (t) => {
    const { database, settings } = files(t);
    writeFileSync(database, 'This is a letter to my aunt, and no database. '.repeat(200));
    const { code, stdout, stderr } = await cli(['doctor'], settings);
    assert.deepEqual([code, stderr], [1, '']);
    assert.match(stdout, /^problem +\S/m);
  });

  test('1: a database with damaged pages', async (t) => {
    const { database, settings } = files(t);
    await cli(['migrate'], settings);
    const bytes = readFileSync(database);
    // The first page stays, so only checking each page finds the damage.
    bytes.fill(0xa5, 4096);
    writeFileSync(database, bytes);
    const { code, stdout } = await cli(['doctor'], settings);
    assert.equal(code, 1, stdout);
    assert.match(stdout, /^problem +\S/m);
  });
});

suite('each of these fails with one line', { concurrency: 2 }, () => {
  for (const args of [['migrate'], ['serve'], ['project', 'list'], ['backup', 'unused']]) {
    test(`a file that is not a database: ${args.join(' ')}`, async (t) => {
      const { database, settings } = files(t);
      writeFileSync(database, 'This is a letter to my aunt, and no database. '.repeat(200));
      // Processes that end by themselves.
      const run = args.length === 1 ? cliProcess : cli;
      assertRefused(await run(args, { ...settings, PORT: '0' }), /test\.db cannot be opened: /);
    });
  }

  test('a folder that cannot be created', async (t) => {
    const { database } = files(t);
    writeFileSync(database, '');
    assertRefused(await cli(['migrate'], { DATABASE_URL: `sqlite:${database}/inside/it.db` }), /test\.db|DATABASE_URL/);
  });
});

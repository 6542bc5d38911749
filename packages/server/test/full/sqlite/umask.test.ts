import assert from 'node:assert/strict';
import path from 'node:path';
import { suite, test } from 'node:test';
import { call } from '../../helpers/call.ts';
import { modeOf, modes, newDatabase, SERVED, underUmask } from '../../helpers/file-modes.ts';
import { cliProcess, printed, startProcess } from '../../helpers/programs.ts';
import { temporaryDirectory } from '../../helpers/temporary-directory.ts';

// The last one also removes the owner's bits.
for (const umask of [0o000, 0o077, 0o777]) {
  suite(`under umask ${umask.toString(8).padStart(3, '0')}`, () => {
    test('serve creates private files and folders', async (t) => {
      const { folder } = newDatabase(t);
      const deep = path.join(folder, 'deep');
      const settings = { DATABASE_URL: `sqlite:${path.join(deep, 'test.db')}` };
      const server = await underUmask(umask, () => startProcess(t, settings));
      assert.equal((await call(server.url, 'GET', '/readyz')).status, 200);
      assert.deepEqual([modeOf(folder), modeOf(deep)], ['0700', '0700']);
      assert.deepEqual(modes(deep), SERVED);
      assert.doesNotMatch(server.stdout(), /"level":40/, 'nothing is exposed');
      server.kill('SIGTERM');
      assert.equal(await server.exited, 0);
    });

    test('commands, backups and copies do too', async (t) => {
      const { folder, database, settings } = newDatabase(t);
      const run = (...args: string[]) => underUmask(umask, () => cliProcess(args, settings));
      printed(await run('migrate'));
      printed(await run('project', 'create', 'Game'));
      assert.deepEqual([modeOf(folder), modeOf(database)], ['0700', '0600']);
      printed(await run('backup', path.join(folder, 'backup.db')));
      assert.equal(modeOf(path.join(folder, 'backup.db')), '0600');
      const target = path.join(temporaryDirectory(t), 'new', 'copy.db');
      assert.equal((await run('copy', '--from', settings.DATABASE_URL, '--to', `sqlite:${target}`)).code, 0);
      assert.equal(modeOf(path.dirname(target)), '0700');
      for (const mode of Object.values(modes(path.dirname(target)))) assert.equal(mode, '0600');
    });
  });
}

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { fileKey } from '../../../src/files/file-keys.ts';
import { aPlayer, aTicket } from '../../helpers/builders.ts';
import { anAttachment, attachmentsOf, bytesOf } from '../../helpers/files.ts';
import { startServer } from '../../helpers/harness.ts';
import { assertRefused, cli, printed, type Settings } from '../../helpers/programs.ts';
import { startS3 } from '../../helpers/s3-server.ts';
import { temporaryDirectory } from '../../helpers/temporary-directory.ts';

const TEXT = { type: 'text/plain' };

async function withFiles(t: TestContext, env: Settings = {}) {
  const server = await startServer(t, { env });
  const player = await aPlayer(server);
  const ids: string[] = [];
  for (let index = 0; index < 3; index++) ids.push(await anAttachment(server, player, bytesOf(`file ${index}`), TEXT));
  const ticketId = await aTicket(server, player, { attachments: ids });
  const directory = temporaryDirectory(t);
  const backup = path.join(directory, 'copy.db');
  const filesUrl = { FILES_URL: pathToFileURL(server.files.name).href };
  const settings = { DATABASE_URL: server.databaseUrl, ...filesUrl, ...env };
  const fileOf = (root: string, id: string) => path.join(root, fileKey({ attachment_id: id }));
  return {
    server,
    player,
    ids,
    ticketId,
    directory,
    backup,
    settings,
    fileOf,
    run: () => cli(['backup', backup], settings),
  };
}

suite('a backup', () => {
  test('has the files beside it, linked, and a server on it shows them', async (t) => {
    const { server, player, ids, ticketId, directory, backup, run, fileOf } = await withFiles(t);
    const folder = `${backup}.files`;
    writeFileSync(path.join(server.files.name, 'orphan'), 'x');
    assert.ok(printed(await run()).includes(`${folder} (3 files)\n`));
    assert.deepEqual(readdirSync(directory).sort(), ['copy.db', 'copy.db.files']);
    for (const id of ids) {
      assert.equal(statSync(fileOf(folder, id)).ino, statSync(fileOf(server.files.name, id)).ino);
    }
    assert.ok(!existsSync(path.join(folder, 'orphan')));
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    for (const id of ids) rmSync(fileOf(server.files.name, id));

    const restored = await startServer(t, { env: { DATABASE_URL: `sqlite:${backup}`, FILES_URL: '' } });
    restored.clock.now = server.clock.now;
    const files = await attachmentsOf(restored, player, ticketId);
    const texts = files.map(async ({ url }: { url: string }) => (await fetch(restored.url + url)).text());
    assert.deepEqual(await Promise.all(texts), ['file 0', 'file 1', 'file 2']);
  });

  test('copies the files to another disk', async (t) => {
    const { server, ids, settings, fileOf } = await withFiles(t);
    const own = statSync(server.files.name).dev;
    const other = ['/dev/shm', '/tmp'].find((folder) => statSync(folder).dev !== own);
    if (other === undefined) assert.fail('the test needs another disk');
    const directory = path.join(other, path.basename(temporaryDirectory(t)));
    mkdirSync(directory);
    t.after(() => rmSync(directory, { recursive: true }));
    const backup = path.join(directory, 'copy.db');
    printed(await cli(['backup', backup], settings));
    for (const id of ids) assert.equal(statSync(fileOf(`${backup}.files`, id)).size, 6);
    assert.equal(statSync(fileOf(`${backup}.files`, ids[0] ?? '')).mode & 0o777, 0o600);
  });

  test('says in one line that it cannot write there', async (t) => {
    const { directory, settings } = await withFiles(t);
    writeFileSync(path.join(directory, 'text'), '');
    const long = path.join(directory, `${'x'.repeat(300)}.db`);
    for (const [file, problem] of [
      [path.join(directory, 'text/copy.db'), `there is no folder ${path.join(directory, 'text')}`],
      [long, `cannot write ${long}: ENAMETOOLONG`],
    ] as const) {
      const { code, stderr } = await cli(['backup', file], settings);
      assert.deepEqual([code, stderr], [1, `player-support: ${problem}\n`]);
    }
  });

  test('is not made if a file cannot be read or the folder is there', async (t) => {
    const { server, ids, directory, backup, run, fileOf } = await withFiles(t);
    mkdirSync(`${backup}.files`);
    assertRefused(await run(), /copy\.db\.files already exists; choose another file/);
    assert.deepEqual(readdirSync(directory), ['copy.db.files']);
    rmSync(`${backup}.files`, { recursive: true });

    // A file where a folder should be also fails for root.
    const parent = path.dirname(fileOf(server.files.name, ids[0] ?? ''));
    rmSync(parent, { recursive: true });
    writeFileSync(parent, 'x');
    assertRefused(await run(), /the files cannot be backed up, so there is no backup: .*ENOTDIR/);
    assert.deepEqual(readdirSync(directory), []);
  });

  test('says how many files are missing', async (t) => {
    const { server, ids, backup, run, fileOf } = await withFiles(t);
    rmSync(fileOf(server.files.name, ids[0] ?? ''));
    const { code, stdout, stderr } = await run();
    assert.equal(code, 0);
    assert.ok(stdout.includes(`${backup}.files (2 files)\n`));
    assert.match(stderr, /^player-support: 1 files are missing in \S+; doctor says more\n$/);
  });

  test('of a server with a bucket says where the files are', async (t) => {
    const s3 = await startS3(t);
    const { directory, run } = await withFiles(t, s3.env);
    assert.match(printed(await run()), /^The files are in s3:\/\/files-of-players\/, and not in this backup\.$/m);
    assert.deepEqual(readdirSync(directory), ['copy.db']);
  });
});

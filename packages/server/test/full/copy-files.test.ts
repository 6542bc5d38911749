import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { fileKey } from '../../src/files/file-keys.ts';
import { aPlayer, aTicket, getTicket } from '../helpers/builders.ts';
import { type Engine, emptyDatabase } from '../helpers/databases.ts';
import { anAttachment, attachmentsOf, bytesOf } from '../helpers/files.ts';
import { startServer } from '../helpers/harness.ts';
import { assertRefused, cli, type Settings } from '../helpers/programs.ts';
import { startS3 } from '../helpers/s3-server.ts';
import { queryRows } from '../helpers/stored-rows.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

/** No program serves it. It has a ticket's file. */
async function source(t: TestContext) {
  const server = await startServer(t, { env: { DATABASE_URL: await emptyDatabase(t, 'sqlite') } });
  const player = await aPlayer(server);
  const id = await anAttachment(server, player, bytesOf('a line'), { type: 'text/plain' });
  const ticketId = await aTicket(server, player, { attachments: [id] });
  const file = path.join(temporaryDirectory(t), 'source.db');
  await server.store.backup(file);
  return { server, player, id, ticketId, url: `sqlite:${file}`, files: pathToFileURL(server.files.name).href };
}

const copy = (from: string, to: string, options: readonly string[], settings: Settings = {}) =>
  cli(['copy', '--from', from, '--to', to, ...options], settings);

suite('a copy with files', () => {
  for (const engine of ['postgres', 'sqlite'] as const satisfies Engine[]) {
    test(`from a folder to a bucket, with ${engine} as the target`, async (t) => {
      const { server, player, ticketId, url, files } = await source(t);
      const s3 = await startS3(t);
      const to = await emptyDatabase(t, engine);
      const options = ['--files-from', files, '--files-to', s3.env.FILES_URL ?? ''];
      const { code, stdout, stderr } = await copy(url, to, options, s3.env);
      assert.equal(code, 0, stdout + stderr);
      assert.doesNotMatch(stdout, /not part of this copy/);
      const target = await startServer(t, { env: { ...s3.env, DATABASE_URL: to } });
      target.clock.now = server.clock.now;
      const [file] = await attachmentsOf(target, player, ticketId);
      assert.equal(await (await fetch(target.url + file.url)).text(), 'a line');
    });
  }

  test('that fails copies no row, and goes on when it is run again', async (t) => {
    const { server, player, id, ticketId, url, files } = await source(t);
    const to = await emptyDatabase(t, 'sqlite');
    const folder = path.join(temporaryDirectory(t), 'target');
    const options = ['--files-from', files, '--files-to', pathToFileURL(folder).href];
    const stored = path.join(server.files.name, fileKey({ attachment_id: id }));
    const bytes = readFileSync(stored);
    rmSync(stored);
    assertRefused(await copy(url, to, options), /1 files are missing in the source/);
    assert.deepEqual(await queryRows(to, 'SELECT * FROM ticket'), []);
    await server.files.put(fileKey({ attachment_id: id }), writeLocal(server.files.scratch, bytes));
    const { code, stderr } = await copy(url, to, options);
    assert.equal(code, 0, stderr);
    assert.ok(existsSync(path.join(folder, fileKey({ attachment_id: id }))));
    const target = await startServer(t, { env: { DATABASE_URL: to, FILES_URL: pathToFileURL(folder).href } });
    target.clock.now = server.clock.now;
    assert.equal((await getTicket(target, player, ticketId)).body.messages[0].attachments.length, 1);
  });

  test('is refused before anything is written: half of the options, a target that is away', async (t) => {
    const { url, files } = await source(t);
    const to = await emptyDatabase(t, 'sqlite');
    const file = to.slice('sqlite:'.length);
    assertRefused(await copy(url, to, ['--files-to', files]), /--files-from and --files-to belong together/);
    const s3 = await startS3(t);
    const away = ['--files-from', files, '--files-to', 's3://another-bucket'];
    assertRefused(await copy(url, to, away, s3.env), /--files-to: the S3 service answered 404 NoSuchBucket/);
    assert.ok(!existsSync(file));
  });

  test('without these options says that the files are not part of it', async (t) => {
    const { url } = await source(t);
    const { code, stdout } = await copy(url, await emptyDatabase(t, 'sqlite'), []);
    assert.equal(code, 0);
    assert.match(stdout, /^The files of tickets are not part of this copy: run copy-files, or keep FILES_URL\./m);
  });
});

function writeLocal(scratch: string, bytes: Buffer): string {
  const local = path.join(scratch, 'restored');
  writeFileSync(local, bytes);
  return local;
}

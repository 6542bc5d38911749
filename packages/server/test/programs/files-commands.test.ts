import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { checkScanner } from '../../src/cli/doctor.ts';
import { readConfig } from '../../src/config/config.ts';
import { compareFiles } from '../../src/files/compare-files.ts';
import { fileKey } from '../../src/files/file-keys.ts';
import { openFiles } from '../../src/files/open-files.ts';
import { aPlayer, aTicket } from '../helpers/builders.ts';
import { aBrokenScanner, startClamd } from '../helpers/clamd.ts';
import { withChanges } from '../helpers/config-changes.ts';
import { executeSql } from '../helpers/databases.ts';
import { anAttachment, attachmentsOf, bytesOf } from '../helpers/files.ts';
import { freePort } from '../helpers/free-port.ts';
import { startServer, type TestServer } from '../helpers/harness.ts';
import { assertRefused, cli, cliProcess, printed, type Settings } from '../helpers/programs.ts';
import { type S3Server, startS3 } from '../helpers/s3-server.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

const TEXT = { type: 'text/plain' };
const keyOf = (id: string) => fileKey({ attachment_id: id });

/** Starts a server with ticket files. Returns ids and the first one's URL. */
async function withFiles(t: TestContext, env: Settings = {}, count = 3) {
  const server = await startServer(t, { env });
  const player = await aPlayer(server);
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    ids.push(await anAttachment(server, player, bytesOf(`file ${index}`), TEXT));
  }
  const ticketId = await aTicket(server, player, { attachments: ids });
  const [{ url }] = await attachmentsOf(server, player, ticketId);
  return { server, player, ids, url, settings: { DATABASE_URL: server.databaseUrl, ...folderOf(server), ...env } };
}

const folderOf = (server: TestServer) => ({ FILES_URL: pathToFileURL(server.files.name).href });
const urlOf = (folder: string) => pathToFileURL(folder).href;
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();

suite('doctor and files', { concurrency: 2 }, () => {
  test('says that all are there, in a folder and in a bucket', async (t) => {
    const folder = await withFiles(t);
    const [, line = ''] = /^ok +(\d+ files are in .*)$/m.exec(printed(await cli(['doctor'], folder.settings))) ?? [];
    assert.equal(line, `3 files are in ${folder.server.files.name}, and each has a row`);
    const s3 = await startS3(t);
    const bucket = await withFiles(t, s3.env);
    const text = printed(await cli(['doctor'], bucket.settings));
    assert.match(text, /^ok +3 files are in s3:\/\/files-of-players\/, and each has a row$/m);
  });

  test('names missing files, files with a wrong size and files without a row, and does not change them', async (t) => {
    const { server, ids, settings } = await withFiles(t);
    const [one = '', two = ''] = ids;
    const root = server.files.name;
    await rm(path.join(root, keyOf(one)));
    writeFileSync(path.join(root, keyOf(two)), 'longer than before');
    const stranger = `att_${'v'.repeat(32)}`;
    mkdirSync(path.join(root, 'vv'), { recursive: true });
    writeFileSync(path.join(root, keyOf(stranger)), 'x');
    // What is being received is no file yet.
    writeFileSync(path.join(server.files.scratch, 'att_1'), 'x');
    const before = filesIn(root);
    const { code, stdout } = await cli(['doctor'], settings);
    assert.equal(code, 1);
    assert.ok(stdout.includes(`problem  1 files are missing in ${root}, such as ${keyOf(one)}; restore`), stdout);
    assert.ok(stdout.includes(`problem  1 files in ${root} have a wrong size, such as ${keyOf(two)}; restore`), stdout);
    assert.ok(stdout.includes(`warning  1 files in ${root} are in no row, such as ${keyOf(stranger)}; nobody`), stdout);
    assert.deepEqual(filesIn(root), before);
  });

  test('says whether clamd scans, and what is wrong if it does not', async (t) => {
    const port = await freePort();
    const settings = {
      DATABASE_URL: `sqlite:${path.join(temporaryDirectory(t), 'a.db')}`,
      CLAMAV: `127.0.0.1:${port}`,
    };
    const away = await cli(['doctor'], settings);
    assert.equal(away.code, 1);
    assert.match(away.stdout, /^problem +CLAMAV does not work; nobody can read new files; .*ECONNREFUSED/m);
    await startClamd(t, Number(port));
    assert.match(
      printed(await cli(['doctor'], settings)),
      new RegExp(`^ok +clamd at 127.0.0.1:${port} scans files$`, 'm'),
    );
    const wrong = async (answer?: string) => {
      const broken = await aBrokenScanner(t, (socket) => void (answer && socket.end(answer)));
      const config = withChanges(readConfig({ ...settings, CLAMAV: `127.0.0.1:${broken.port}` }), {
        attachments: { scanSeconds: 1 },
      });
      const [finding] = await checkScanner(config);
      assert.equal(finding?.level, 'problem');
      return finding.text;
    };
    assert.match(await wrong(), /^CLAMAV does not work; .*aborted/);
    assert.match(await wrong('stream: Everything FOUND\0'), /^clamd at .* takes a harmless text for malware/);
  });

  test('does not miss a file that was deleted because of malware, but finds one that is still there', async (t) => {
    const { server, ids, settings } = await withFiles(t);
    const [one = '', two = ''] = ids;
    for (const id of [one, two]) {
      await executeSql(server.databaseUrl, `UPDATE attachment SET scan = 'infected' WHERE attachment_id = '${id}'`);
    }
    const root = server.files.name;
    await rm(path.join(root, keyOf(one)));
    const { stdout } = await cli(['doctor'], settings);
    assert.doesNotMatch(stdout, /files are missing/);
    assert.ok(stdout.includes(`warning  1 files in ${root} are in no row, such as ${keyOf(two)}`), stdout);
    const target = urlOf(path.join(temporaryDirectory(t), 'target'));
    const copied = await cli(['copy-files', '--from', urlOf(root), '--to', target], settings);
    assert.match(printed(copied), /^Done: 1 files copied, 0 were there\./);
  });

  test('a folder that cannot be created, or is not there, gets one line', async (t) => {
    const { settings } = await withFiles(t);
    const file = path.join(temporaryDirectory(t), 'file');
    writeFileSync(file, 'x');
    const own = { ...settings, DATABASE_URL: `sqlite:${file}.db`, FILES_URL: urlOf(path.join(file, 'files')) };
    const { stderr: said } = await cliProcess(['serve'], own);
    assert.match(said, /^player-support: the folder .*file\/files cannot be created \(\w+\)\n$/);
    const missing = path.join(temporaryDirectory(t), 'missing');
    const { code, stderr } = await cli(['copy-files', '--from', urlOf(missing), '--to', urlOf(`${file}s`)], settings);
    assert.deepEqual([code, stderr], [1, `player-support: --from: there is no folder ${missing}\n`]);
  });

  test('says that a bucket is away or missing, and a store is not set', async (t) => {
    const s3 = await startS3(t);
    const { settings } = await withFiles(t, s3.env);
    const away = { ...settings, S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` };
    for (const [env, reason] of [
      [away, /^problem +the files cannot be read: the S3 service cannot be reached: ECONNREFUSED$/m],
      [{ ...settings, FILES_URL: 's3://another-bucket' }, /: the S3 service answered 404 NoSuchBucket$/m],
      [{ ...settings, S3_SECRET_KEY: 'sesame' }, /: the S3 service answered 403 SignatureDoesNotMatch$/m],
      [{ ...settings, S3_SECRET_KEY: '' }, /: s3:\/\/ needs S3_ACCESS_KEY and S3_SECRET_KEY$/m],
    ] as const) {
      const { code, stdout, stderr } = await cli(['doctor'], env);
      assert.equal(code, 1);
      assert.match(stdout, reason);
      assert.doesNotMatch(stdout + stderr, /sesame/);
    }
  });

  test('takes a sample of many files, and all samples together find everything', async (t) => {
    const { server, ids } = await withFiles(t, {}, 5);
    await rm(path.join(server.files.name, keyOf(ids[0] ?? '')));
    const whole = await compareFiles(server.store, server.files);
    assert.deepEqual([whole.files, whole.share, whole.missing?.count], [4, 1, 1]);
    let found = 0;
    let rounds = 0;
    for (; found === 0 && rounds < 1000; rounds++) {
      const part = await compareFiles(server.store, server.files, 2);
      assert.equal(part.share, Math.floor(1024 / 3) / 1024);
      assert.equal(part.orphans, undefined);
      found = part.missing?.count ?? 0;
    }
    assert.equal(found, 1);
  });

  test('stops to list a store that has far more files than the database', async (t) => {
    const { server } = await withFiles(t, {}, 1);
    mkdirSync(path.join(server.files.name, 'zz'));
    for (let index = 0; index < 20; index++) writeFileSync(path.join(server.files.name, 'zz', `att_${index}`), 'x');
    const { files, missing, orphans } = await compareFiles(server.store, server.files, 2);
    assert.deepEqual([files, missing], [8, undefined]);
    assert.ok((orphans?.count ?? 0) >= 7);
  });
});

suite('copy-files', { concurrency: 2 }, () => {
  const copy = (from: string, to: string, settings: Settings) =>
    cli(['copy-files', '--from', from, '--to', to], settings);

  async function both(t: TestContext) {
    const s3: S3Server = await startS3(t, { prefix: 'players' });
    const source = await withFiles(t);
    const { S3_ENDPOINT = '', S3_ACCESS_KEY = '', S3_SECRET_KEY = '', FILES_URL = '' } = s3.env;
    const settings = { ...source.settings, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_PATH_STYLE: 'on' };
    return { ...source, s3, settings: { ...settings, S3_SCRATCH_FOLDER: temporaryDirectory(t) }, bucket: FILES_URL };
  }

  test('moves the files of tickets to a bucket and back, and a second run copies nothing', async (t) => {
    const { server, settings, bucket, s3, ids } = await both(t);
    const root = server.files.name;
    writeFileSync(path.join(root, 'orphan'), 'x');
    assert.match(printed(await copy(urlOf(root), bucket, settings)), /^Done: 3 files copied, 0 were there\./);
    assert.match(printed(await copy(urlOf(root), bucket, settings)), /^Done: 0 files copied, 3 were there\./);
    assert.equal(s3.requests.filter((line) => line.startsWith('PUT')).length, 3);
    assert.match(printed(await cli(['doctor'], { ...settings, FILES_URL: bucket })), /^ok +3 files are in s3:/m);

    const back = path.join(temporaryDirectory(t), 'back');
    assert.match(printed(await copy(bucket, urlOf(back), settings)), /^Done: 3 files copied/);
    assert.deepEqual(filesIn(back), [...ids].sort());
  });

  test('goes on after an interruption, and replaces a file with another size', async (t) => {
    const { server, settings, bucket, s3, ids } = await both(t);
    let puts = 0;
    s3.fault = (request, response) => {
      if (request.method !== 'PUT' || puts++ === 0) return false;
      request.resume();
      response.writeHead(403).end('<Error><Code>QuotaExceeded</Code></Error>');
      return true;
    };
    const from = urlOf(server.files.name);
    const message = /the copy of files was interrupted \(.*QuotaExceeded\); run it again to continue/;
    assertRefused(await copy(from, bucket, settings), message);
    s3.fault = undefined;
    const target = openFiles(readConfig({ ...settings, FILES_URL: bucket })) ?? assert.fail();
    const short = path.join(target.scratch, 'short');
    writeFileSync(short, 'x');
    await target.put(keyOf(ids[2] ?? ''), short);
    printed(await copy(from, bucket, settings));
    const sizes = await Promise.all(ids.map((id) => target.size(keyOf(id))));
    assert.deepEqual(sizes, [6, 6, 6]);
  });

  test('is refused without a source, a target or a place to write', async (t) => {
    const { server, settings, bucket, s3, ids } = await both(t);
    const from = urlOf(server.files.name);
    const plain = path.join(temporaryDirectory(t), 'plain');
    writeFileSync(plain, '');
    assertRefused(await copy(from, from, settings), /--from and --to are the same/);
    assertRefused(await copy('s3', bucket, settings), /--from must be a URL like that of FILES_URL/);
    assertRefused(
      await copy(from, urlOf(path.join(plain, 'files')), settings),
      /--to: the folder \S+ cannot be created \(E(?:NOTDIR|EXIST)\)/,
    );
    assertRefused(await copy(from, 's3://another-bucket', settings), /--to: the S3 service answered 404 NoSuchBucket/);
    const away = { ...settings, S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` };
    assertRefused(await copy(from, bucket, away), /--to: the S3 service cannot be reached: ECONNREFUSED/);
    assertRefused(await copy(bucket, from, away), /--from: the S3 service cannot be reached/);
    assert.ok(s3.requests.every((line) => !line.startsWith('PUT')));

    await rm(path.join(server.files.name, keyOf(ids[0] ?? '')));
    assertRefused(await copy(from, bucket, settings), /1 files are missing in the source/);
    assert.equal(s3.requests.filter((line) => line.startsWith('PUT')).length, 2, 'the others are copied');
  });
});

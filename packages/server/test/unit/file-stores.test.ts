import assert from 'node:assert/strict';
import crypto, { createHash, randomBytes } from 'node:crypto';
import dns from 'node:dns';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { suite, type TestContext, test } from 'node:test';
import { type FileStore, FilesUnavailableError, type ListedFile } from '../../src/files/file-store.ts';
import { folderStore } from '../../src/files/folder-store.ts';
import { s3Store } from '../../src/files/s3-store.ts';
import { startS3 } from '../helpers/s3-server.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

/** The place of one is away. */
interface Stores {
  readonly store: FileStore;
  readonly away: FileStore;
}

type MakeStores = (t: TestContext) => Promise<Stores>;

const MEGABYTE = 1_000_000;

const inFolder: MakeStores = async (t) => {
  const directory = temporaryDirectory(t);
  writeFileSync(path.join(directory, 'plain'), '');
  return {
    store: folderStore(path.join(directory, 'files'), MEGABYTE),
    // A file where the folder should be also fails for root.
    away: folderStore(path.join(directory, 'plain'), MEGABYTE, false),
  };
};

function inS3(prefix: string, pathStyle: boolean, pageFiles = 1000): MakeStores {
  return async (t) => {
    const { bucket, endpoint, accessKey, secretKey } = await startS3(t, { pageFiles });
    const scratch = path.join(temporaryDirectory(t), 'scratch');
    mkdirSync(scratch);
    const shared = { accessKey, secretKey, region: 'us-east-1', timeoutSeconds: 20, prefix, scratch };
    const { port } = new URL(endpoint);
    if (!pathStyle) resolveLocally(t);
    const reached = pathStyle ? endpoint : `http://s3.localhost:${port}`;
    const options = { ...shared, minFreeBytes: MEGABYTE, bucket, pathStyle };
    return {
      store: s3Store({ ...options, endpoint: reached }),
      away: s3Store({ ...options, bucket: 'no-such-bucket', endpoint: reached }),
    };
  };
}

/** Names below `localhost`, as browsers do. */
function resolveLocally(t: TestContext): void {
  const { lookup } = dns;
  t.mock.method(
    dns,
    'lookup',
    (name: string, ...rest: Parameters<typeof lookup> extends [unknown, ...infer R] ? R : never) =>
      lookup(name.endsWith('.localhost') ? '127.0.0.1' : name, ...rest),
  );
}

/** Puts bytes under a key, from a file in the scratch folder. */
async function put(store: FileStore, key: string, bytes: Buffer): Promise<void> {
  const local = path.join(store.scratch, randomBytes(8).toString('hex'));
  writeFileSync(local, bytes);
  await store.put(key, local);
  assert.ok(!existsSync(local), 'the local file is gone');
}

async function bytesIn(store: FileStore, key: string): Promise<Buffer> {
  const file = (await store.open(key)) ?? assert.fail(`there is no ${key}`);
  const bytes = await buffer(file.stream);
  assert.equal(file.size, bytes.length);
  return bytes;
}

async function listed(store: FileStore, folder?: string): Promise<ListedFile[]> {
  return (await Array.fromAsync(store.list(folder))).sort((a, b) => (a.key < b.key ? -1 : 1));
}

const keysOf = async (store: FileStore, folder?: string) => (await listed(store, folder)).map(({ key }) => key);

for (const [name, make] of Object.entries<MakeStores>({
  'a folder': inFolder,
  'a bucket': inS3('', true),
  'a bucket with a prefix': inS3('some/Players.v2/', true),
  'a bucket in the name of the host': inS3('', false),
})) {
  suite(`files in ${name}`, () => {
    test('keep their bytes, also none and many', async (t) => {
      const { store } = await make(t);
      for (const [key, size] of [
        ['0a/att_empty', 0],
        ['0a/att_one', 1],
        ['vv/att_large', 12 * MEGABYTE],
      ] as const) {
        const bytes = randomBytes(size);
        await put(store, key, bytes);
        assert.ok((await bytesIn(store, key)).equals(bytes), key);
        assert.equal(await store.size(key), size);
        const saved = path.join(store.scratch, 'saved');
        assert.equal(await store.save(key, `${saved}${size}`), true);
        assert.ok(readFileSync(`${saved}${size}`).equals(bytes), key);
      }
    });

    test('are replaced as a whole, and deleted more than once', async (t) => {
      const { store } = await make(t);
      await put(store, 'aa/att_1', Buffer.from('first'));
      await put(store, 'aa/att_1', Buffer.from('second one'));
      assert.equal((await bytesIn(store, 'aa/att_1')).toString(), 'second one');
      await store.delete('aa/att_1');
      await store.delete('aa/att_1');
      assert.deepEqual(await keysOf(store), []);
    });

    test('that do not exist are no error', async (t) => {
      const { store } = await make(t);
      assert.equal(await store.open('aa/att_1'), undefined);
      assert.equal(await store.size('aa/att_1'), undefined);
      const local = path.join(store.scratch, 'none');
      assert.equal(await store.save('aa/att_1', local), false);
      assert.ok(!existsSync(local));
      await store.delete('aa/att_1');
    });

    test('are listed with size and time, all or those of a folder', async (t) => {
      const { store } = await make(t);
      const before = Date.now();
      assert.deepEqual(await keysOf(store), []);
      await put(store, 'aa/att_1', Buffer.from('1'));
      await put(store, 'aa/att_2', Buffer.from('22'));
      await put(store, 'ab/att_3', Buffer.from('333'));
      writeFileSync(path.join(store.scratch, 'att_4'), 'x');
      const files = await listed(store);
      assert.deepEqual(
        files.map(({ key, size }) => [key, size]),
        [
          ['aa/att_1', 1],
          ['aa/att_2', 2],
          ['ab/att_3', 3],
        ],
      );
      // S3 has whole seconds, and a file system may round too.
      for (const { modifiedAt } of files) assert.ok(Math.abs(modifiedAt - before) < 60_000, String(modifiedAt));
      assert.deepEqual(await keysOf(store, 'aa'), ['aa/att_1', 'aa/att_2']);
      assert.deepEqual(await keysOf(store, 'a'), []);
    });

    test('have no other keys than those of the server', async (t) => {
      const { store } = await make(t);
      const local = path.join(store.scratch, 'local');
      writeFileSync(local, 'x');
      for (const key of ['', '/', '../out', 'a/../b', '/etc/passwd', 'a b', 'A', 'a?b', 'a//b', '.incomplete/local']) {
        for (const use of [
          () => store.put(key, local),
          () => store.open(key),
          () => store.size(key),
          () => store.save(key, `${local}2`),
          () => store.delete(key),
        ]) {
          await assert.rejects(async () => use(), { message: 'not the key of a file' }, key);
        }
      }
      assert.deepEqual(await keysOf(store), []);
    });

    test('need space on the local disk', async (t) => {
      const { store } = await make(t);
      await store.requireDiskSpace(MEGABYTE);
      await assert.rejects(store.requireDiskSpace(1e18), FilesUnavailableError);
    });

    test('that cannot be stored stay where they are', async (t) => {
      const { store, away } = await make(t);
      const local = path.join(store.scratch, 'local');
      writeFileSync(local, 'precious');
      await assert.rejects(away.put('aa/att_1', local), FilesUnavailableError);
      assert.equal(readFileSync(local, 'utf8'), 'precious');
    });

    test('of a place that is away are an error, not missing', async (t) => {
      const { store, away } = await make(t);
      await assert.rejects(away.open('aa/att_1'), FilesUnavailableError);
      await assert.rejects(away.save('aa/att_1', path.join(store.scratch, 'x')), FilesUnavailableError);
      await assert.rejects(away.delete('aa/att_1'), FilesUnavailableError);
      await assert.rejects(listed(away), FilesUnavailableError);
    });
  });
}

test('a bucket with more files than a page is listed completely', async (t) => {
  replaceDes(t);
  const { store } = await inS3('files/', true, 2)(t);
  const keys = Array.from({ length: 5 }, (_, index) => `aa/att_${index}`);
  for (const key of keys) await put(store, key, Buffer.from(key));
  assert.deepEqual(await keysOf(store), keys);
  assert.deepEqual(await keysOf(store, 'aa'), keys);
});

/** s3rver encrypts the next page's token with DES, which Node no longer has. */
function replaceDes(t: TestContext): void {
  const { createCipheriv, createDecipheriv } = crypto;
  const twice = (bytes: Buffer) => Buffer.concat([bytes, bytes]);
  t.mock.method(crypto, 'createCipheriv', (_name: string, key: Buffer, iv: Buffer) =>
    createCipheriv('aes-128-cbc', twice(key), twice(iv)),
  );
  t.mock.method(crypto, 'createDecipheriv', (_name: string, key: Buffer, iv: Buffer) =>
    createDecipheriv('aes-128-cbc', twice(key), twice(iv)),
  );
}

test('the hash of what is uploaded is signed, so that the service can refuse other bytes', async (t) => {
  const s3 = await startS3(t);
  const scratch = temporaryDirectory(t);
  const { bucket, endpoint, accessKey, secretKey } = s3;
  const options = { bucket, endpoint, accessKey, secretKey, prefix: '', scratch, minFreeBytes: 1, timeoutSeconds: 20 };
  const store = s3Store({ ...options, region: 'us-east-1', pathStyle: true });
  const seen: unknown[] = [];
  s3.fault = ({ headers }) => {
    seen.push([headers['x-amz-content-sha256'], headers['content-length'], headers['transfer-encoding']]);
    assert.match(headers.authorization ?? '', /SignedHeaders=host;x-amz-content-sha256;x-amz-date,/);
    return false;
  };
  await put(store, 'aa/att_1', Buffer.from('bytes'));
  assert.deepEqual(seen, [[createHash('sha256').update('bytes').digest('hex'), '5', undefined]]);
});

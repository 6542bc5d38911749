import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { OperatorError } from '../../../src/operator-error.ts';
import { secretKeysOf } from '../../../src/store/secrets/secret-keys.ts';
import { mountedType, requireLocalDisk } from '../../../src/store/sqlite/network-disk.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import { temporaryDirectory } from '../../helpers/temporary-directory.ts';

function onDisk(t: TestContext, type: number): void {
  const found = fs.statfsSync('/');
  t.mock.method(fs, 'statfsSync', () => ({ ...found, type }));
}

const refused = (message: RegExp) => (error: unknown) =>
  error instanceof OperatorError && message.test(error.message) && !error.message.includes('\n');

/** Lets the system refuse a call for one file, as it does for users other than root. */
function refuse(t: TestContext, call: 'accessSync' | 'readFileSync' | 'statSync', refusedFile: string): void {
  const real = fs[call] as (...args: unknown[]) => unknown;
  t.mock.method(fs, call, (file: unknown, ...rest: unknown[]) => {
    if (file === refusedFile) throw Object.assign(new Error(`EACCES: ${refusedFile}`), { code: 'EACCES' });
    return real(file, ...rest);
  });
}

suite('a database', () => {
  for (const [type, name] of [
    [0x6969, 'NFS'],
    [0xff534d42, 'SMB'],
    [0xfe534d42 - 2 ** 32, 'SMB'],
  ] as const) {
    test(`on ${name} is refused, also one that does not exist yet, and nothing is made there`, async (t) => {
      const folder = temporaryDirectory(t);
      onDisk(t, type);
      for (const file of [path.join(folder, 'new/test.db'), path.join(folder, 'test.db')]) {
        await assert.rejects(
          openSqlite(file, { mode: 'tool' }),
          refused(
            new RegExp(`^${file} is on a network file system \\(${name}\\), .*; use a local disk, or PostgreSQL`),
          ),
        );
      }
      assert.deepEqual(fs.readdirSync(folder), []);
    });
  }

  test('on a FUSE disk is refused if that is known to be in the network', (t) => {
    onDisk(t, 0x65735546);
    requireLocalDisk(path.join(temporaryDirectory(t), 'test.db'));
    const mounts = [
      '27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw',
      '40 27 0:50 / /srv/a\\040b rw - fuse.sshfs host:/x rw',
      '41 27 0:51 / /srv/a\\040b/local rw master:1 - fuse.gocryptfs /y rw',
      '',
    ].join('\n');
    const types = ['/srv/a b/test.db', '/srv/a b', '/srv/a b/local/x/test.db', '/srv/a bc', '/srv'];
    assert.deepEqual(
      types.map((file) => mountedType(mounts, file)),
      ['fuse.sshfs', 'fuse.sshfs', 'fuse.gocryptfs', 'ext4', 'ext4'],
    );
    const { readFileSync } = fs;
    t.mock.method(fs, 'readFileSync', (file: string, ...rest: [BufferEncoding]) =>
      file === '/proc/self/mountinfo' ? '1 1 0:1 / / rw - fuse.sshfs host:/ rw\n' : readFileSync(file, ...rest),
    );
    assert.throws(() => requireLocalDisk('/srv/test.db'), refused(/network file system \(fuse\.sshfs\)/));
  });

  test('that may not be opened says which file, and what to do', async (t) => {
    const file = path.join(temporaryDirectory(t), 'test.db');
    // A folder cannot be opened either, also by root.
    fs.mkdirSync(`${file}.lock`);
    await assert.rejects(
      openSqlite(file, { mode: 'serve' }),
      refused(/cannot be opened: unable to open database file$/),
    );
    refuse(t, 'accessSync', `${file}.lock`);
    await assert.rejects(
      openSqlite(file, { mode: 'serve' }),
      refused(/test\.db cannot be opened: no permission to read and write \S+\.lock \(EACCES\); run this as the user/),
    );
  });
});

test('a key file that may not be read is named, and known keys stay usable', (t) => {
  const database = path.join(temporaryDirectory(t), 'test.db');
  const file = `${database}.key`;
  fs.writeFileSync(file, `${Buffer.alloc(32).toString('base64')}\n`);
  const known = secretKeysOf('', database);
  const [key] = known.all();
  refuse(t, 'readFileSync', file);
  assert.throws(
    () => secretKeysOf('', database).all(),
    refused(/test\.db\.key cannot be read \(EACCES\); run this as/),
  );
  assert.deepEqual(known.all(), [key]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { ApiError } from '../../src/api/api-error.ts';
import type { KeptFile } from '../../src/data/files/file-store.ts';
import { uploadType } from '../../src/data/files/upload-file.ts';
import { EmptyFile, LostFile, Uploads } from '../../src/data/files/uploads.ts';
import type { MessageFile } from '../../src/data/outbox/entries.ts';

const aFile = (name: string, text = 'a') => new File([text], name, { type: 'text/plain' });

interface Begun {
  readonly name: string;
  readonly signal: AbortSignal;
  readonly end: (error?: Error) => void;
}

class Files {
  readonly #all = new Map<string, KeptFile>();
  get = async (key: string) => this.#all.get(key);
  keys = async () => [...this.#all.keys()];
  async put(key: string, kept: KeptFile) {
    this.#all.set(key, kept);
  }
  async delete(...keys: readonly string[]) {
    for (const key of keys) this.#all.delete(key);
  }
}

/** Makes uploads of one page, until the test ends. Pages with one store are in one browser. */
function given(store: Files | null = new Files()) {
  const begun: Begun[] = [];
  const uploads = new Uploads({
    memberId: 'mem_a',
    store: async () => store ?? Promise.reject(new Error('No storage.')),
    exclusively: (_name, run) => run(),
    upload: (file, { signal }) =>
      new Promise((resolve, reject) => {
        const { name, size } = file;
        const done = { attachmentId: `att_${name}`, name, size, contentType: 'text/plain' };
        begun.push({ name, signal, end: (error) => (error === undefined ? resolve(done) : reject(error)) });
      }),
  });
  const add = (...files: File[]) => files.map((file) => uploads.add('tkt_a', file));
  const states = (files: readonly MessageFile[]) => files.map((file) => `${file.name} ${uploads.state(file).state}`);
  return { uploads, begun, add, states, store: store ?? new Files() };
}

const settled = async () => {
  for (let turns = 0; turns < 10; turns++) await turn();
};

test('two files are uploaded at a time, and the next one when one has ended', async () => {
  const { uploads, begun, add, states } = given();
  const files = add(aFile('1'), aFile('2'), aFile('3'));
  await settled();
  assert.deepEqual(states(files), ['1 uploading', '2 uploading', '3 waiting']);
  begun[0]?.end(new ApiError(503, {}));
  await settled();
  assert.deepEqual(states(files), ['1 failed', '2 uploading', '3 uploading']);
  uploads.retry('tkt_a', files[0] as MessageFile);
  begun[1]?.end();
  await settled();
  assert.deepEqual(states(files), ['1 uploading', '2 uploaded', '3 uploading']);
});

test('a file that is removed ends its upload, and makes room for the next one', async () => {
  const { uploads, begun, add, states } = given();
  const files = add(aFile('1'), aFile('2'), aFile('3'));
  await settled();
  uploads.remove(files[0]?.key ?? '');
  assert.equal(begun[0]?.signal.aborted, true);
  begun[0]?.end(new ApiError(0, {}));
  await settled();
  assert.deepEqual(states(files.slice(1)), ['2 uploading', '3 uploading']);
});

test('who asks for the id of an upload gets it when it has ended; a failed one is tried again, a refused one not', async () => {
  const { uploads, begun, add } = given();
  const [file] = add(aFile('1')) as [MessageFile];
  const [first, second] = [uploads.id('tkt_a', file), uploads.id('tkt_a', file)];
  await settled();
  begun[0]?.end(new ApiError(503, {}));
  await assert.rejects(first, ApiError);
  await assert.rejects(second, ApiError);
  const third = uploads.id('tkt_a', file);
  await settled();
  begun[1]?.end();
  assert.deepEqual([await third, begun.length], ['att_1', 2]);
  const [large] = add(aFile('2')) as [MessageFile];
  await settled();
  begun[2]?.end(new ApiError(413, {}));
  await settled();
  await assert.rejects(uploads.id('tkt_a', large), { status: 413 });
  assert.equal(begun.length, 3);
  assert.equal(await uploads.id('tkt_b', { ...file, id: 'att_sent' }), 'att_sent');
});

test('a file survives a reload: it is uploaded by the next page, and only once', async () => {
  const first = given();
  const files = first.add(aFile('1'), aFile('2'));
  await settled();
  first.begun[0]?.end();
  await settled();
  first.uploads.stop();
  first.begun[1]?.end(new ApiError(0, {}));
  const second = given(first.store);
  for (const file of files) second.uploads.start('tkt_a', file);
  await settled();
  assert.deepEqual(second.states(files), ['1 uploaded', '2 uploading']);
  second.begun[0]?.end();
  await settled();
  assert.deepEqual(second.states(files), ['1 uploaded', '2 uploaded']);
  assert.deepEqual(
    second.begun.map(({ name }) => name),
    ['2'],
  );
});

test('an upload that the server may have deleted is done again', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 0 });
  const first = given();
  const [file] = first.add(aFile('1')) as [MessageFile];
  await settled();
  first.begun[0]?.end();
  await settled();
  t.mock.timers.tick(13 * 3_600_000);
  const second = given(first.store);
  second.uploads.start('tkt_a', file);
  await settled();
  assert.deepEqual(second.states([file]), ['1 uploading']);
});

test('an empty file and one that the browser no longer has say so', async () => {
  const { uploads, add } = given();
  const [empty] = add(aFile('1', '')) as [MessageFile];
  await assert.rejects(uploads.id('tkt_a', empty), EmptyFile);
  await assert.rejects(uploads.id('tkt_a', { key: 'gone', name: '2', size: 1 }), LostFile);
});

test('a browser that stores nothing has the files of the page', async () => {
  const { uploads, begun } = given(null);
  const file = uploads.add('tkt_a', aFile('1'));
  await settled();
  begun[0]?.end();
  await settled();
  assert.equal(uploads.state(file).state, 'uploaded');
});

test('files that no message has are deleted when they are old', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 0 });
  const { uploads, add, store } = given();
  const [used, unused] = add(aFile('1'), aFile('2'));
  t.mock.timers.tick(3_600_001);
  const [added] = add(aFile('3'));
  await uploads.deleteUnused(new Set([used?.key ?? '']));
  assert.deepEqual([...(await store.keys())].sort(), [used?.key, added?.key].sort());
  assert.equal(await store.get(unused?.key ?? ''), undefined);
});

test('the media type of an upload is one that the server takes', () => {
  assert.deepEqual(['image/png', 'text/csv', 'text/html', 'image/svg+xml', ''].map(uploadType), [
    'image/png',
    'text/plain',
    'text/plain',
    'application/octet-stream',
    'application/octet-stream',
  ]);
});

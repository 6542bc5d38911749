import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { ApiError } from '../../src/api/api-error.ts';
import { ComposerFiles } from '../../src/files/composer-files.ts';
import { uploadType } from '../../src/files/upload-file.ts';

const aFile = (name: string, text = 'a') => new File([text], name, { type: 'text/plain' });

/** Files whose uploads the test ends. */
function given() {
  const begun: { name: string; signal: AbortSignal; end: (error?: Error) => void }[] = [];
  const files = new ComposerFiles({
    memberId: 'mem_a',
    upload: (file, { signal }) =>
      new Promise((resolve, reject) => {
        const { name, size } = file;
        const done = { attachmentId: `att_${name}`, name, size, contentType: 'text/plain' };
        begun.push({ name, signal, end: (error) => (error === undefined ? resolve(done) : reject(error)) });
      }),
  });
  const states = () => files.of('tkt_a', 'reply').map(({ name, state }) => `${name} ${state}`);
  return { files, begun, states };
}

test('two files are uploaded at a time, and the next one when one has ended', async () => {
  const { files, begun, states } = given();
  assert.equal(files.add('tkt_a', 'reply', [aFile('1'), aFile('2'), aFile('3')]), 0);
  assert.deepEqual(states(), ['1 uploading', '2 uploading', '3 waiting']);
  begun[0]?.end(new ApiError(503, {}));
  await turn();
  assert.deepEqual(states(), ['1 failed', '2 uploading', '3 uploading']);
  files.retry(files.of('tkt_a', 'reply')[0]?.key ?? '');
  begun[1]?.end();
  await turn();
  assert.deepEqual(states(), ['1 uploading', '2 uploaded', '3 uploading']);
});

test('a message has five files; the others are left out, and each message has its own', () => {
  const { files } = given();
  const six = ['1', '2', '3', '4', '5', '6'].map((name) => aFile(name));
  assert.equal(files.add('tkt_a', 'reply', six), 1);
  assert.equal(files.add('tkt_a', 'reply', six), 6);
  assert.equal(files.add('tkt_a', 'note', six), 1);
  assert.equal(files.of('tkt_b', 'reply').length, 0);
});

test('a file that is removed ends its upload, and makes room for the next one', async () => {
  const { files, begun, states } = given();
  files.add('tkt_a', 'reply', [aFile('1'), aFile('2'), aFile('3')]);
  files.remove(files.of('tkt_a', 'reply')[0]?.key ?? '');
  assert.equal(begun[0]?.signal.aborted, true);
  begun[0]?.end(new ApiError(0, {}));
  await turn();
  assert.deepEqual(states(), ['2 uploading', '3 uploading']);
});

test('the uploaded files of a message are taken, and come back once if it is not sent', async () => {
  const { files, begun, states } = given();
  files.add('tkt_a', 'reply', [aFile('1'), aFile('2', '')]);
  begun[0]?.end();
  await turn();
  const sent = files.take('tkt_a', 'reply');
  assert.deepEqual(sent, [{ id: 'att_1', name: '1', size: 1 }]);
  assert.deepEqual(states(), []);
  files.add('tkt_a', 'reply', [aFile('3')]);
  files.restore('tkt_a', 'reply', sent);
  files.restore('tkt_a', 'reply', sent);
  assert.deepEqual(states(), ['1 uploaded', '3 uploading']);
});

test('the list of a message is the same until something changes', () => {
  const { files } = given();
  assert.equal(files.of('tkt_a', 'note'), files.of('tkt_b', 'note'));
  files.add('tkt_a', 'note', [aFile('1')]);
  assert.equal(files.of('tkt_a', 'note'), files.of('tkt_a', 'note'));
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

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import { FilesUnavailableError } from '../../src/files/file-store.ts';
import { parsePage } from '../../src/files/s3-list.ts';
import { s3Store } from '../../src/files/s3-store.ts';
import { freePort } from '../helpers/free-port.ts';
import { type S3Server, startS3 } from '../helpers/s3-server.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

const KEY = 'aa/att_1';

async function started(
  t: TestContext,
  change: { timeoutSeconds?: number; secretKey?: string; endpoint?: string } = {},
) {
  const s3 = await startS3(t);
  const { bucket, endpoint, accessKey, secretKey } = s3;
  const scratch = temporaryDirectory(t);
  const local = path.join(scratch, 'local');
  writeFileSync(local, 'precious');
  const shared = { bucket, endpoint, accessKey, secretKey, prefix: '', region: 'us-east-1', pathStyle: true, scratch };
  return { s3, local, store: s3Store({ ...shared, minFreeBytes: 1, timeoutSeconds: 120, ...change }) };
}

const unavailable = (reason: RegExp) => (error: unknown) => {
  assert.ok(error instanceof FilesUnavailableError, String(error));
  assert.match(error.message, reason);
  return true;
};

/** Answers so many requests with a service error, then no more. */
function failing(s3: S3Server, times: number, status: number, code: string): void {
  let left = times;
  s3.fault = (request, response) => {
    if (left-- <= 0) return false;
    request.resume();
    response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>x</Message></Error>`);
    return true;
  };
}

for (const [status, code] of [
  [503, 'SlowDown'],
  [500, 'InternalError'],
  [429, 'TooManyRequests'],
] as const) {
  test(`${status} ${code} is tried again, three times in all`, async (t) => {
    const { s3, store, local } = await started(t);
    failing(s3, 2, status, code);
    await store.put(KEY, local);
    assert.deepEqual(s3.requests, Array(3).fill(`PUT /${s3.bucket}/${KEY}`));
    failing(s3, 2, status, code);
    const file = (await store.open(KEY)) ?? assert.fail();
    assert.equal((await buffer(file.stream)).toString(), 'precious');

    s3.requests.length = 0;
    failing(s3, 3, status, code);
    await assert.rejects(store.size(KEY), unavailable(new RegExp(`^the S3 service answered ${status}`)));
    assert.equal(s3.requests.length, 3);
  });
}

test('a refusal that stays is tried once, and keeps the local file', async (t) => {
  const { s3, store, local } = await started(t);
  for (const [status, code] of [
    [403, 'AccessDenied'],
    [404, 'NoSuchBucket'],
    [301, 'PermanentRedirect'],
    [400, 'BadDigest'],
  ] as const) {
    for (const use of [() => store.put(KEY, local), () => store.open(KEY), () => store.delete(KEY)]) {
      s3.requests.length = 0;
      failing(s3, 9, status, code);
      await assert.rejects(use(), unavailable(new RegExp(`^the S3 service answered ${status} ${code}$`)));
      assert.equal(s3.requests.length, 1);
    }
  }
  assert.equal(readFileSync(local, 'utf8'), 'precious');
});

test('a connection that breaks is tried again, also within a file', async (t) => {
  const { s3, store, local } = await started(t);
  let broken = 0;
  s3.fault = (request) => {
    if (broken++ > 0) return false;
    request.socket.destroy();
    return true;
  };
  await store.put(KEY, local);
  assert.equal(broken, 2);

  // The first answer ends after a part of the file.
  let answers = 0;
  s3.fault = (_request, response) => {
    if (answers++ > 0) return false;
    response.writeHead(200, { 'content-length': '8' });
    response.write('prec', () => response.destroy());
    return true;
  };
  const saved = `${local}-saved`;
  assert.equal(await store.save(KEY, saved), true);
  assert.equal(readFileSync(saved, 'utf8'), 'precious');
  assert.equal(answers, 2);

  answers = 0;
  const { stream } = (await store.open(KEY)) ?? assert.fail();
  await assert.rejects(buffer(stream), 'half a file is an error, not a short file');
});

test('a service that does not answer in time is given up', async (t) => {
  const { s3, store, local } = await started(t, { timeoutSeconds: 1 });
  s3.fault = () => true;
  for (const use of [
    () => store.put(KEY, local),
    () => store.open(KEY),
    () => store.size(KEY),
    () => store.delete(KEY),
    () => store.list()[Symbol.asyncIterator]().next(),
  ]) {
    await assert.rejects(async () => use(), unavailable(/^the S3 service took more than 1 seconds$/));
  }
  assert.ok(existsSync(local));
});

test('a service that cannot be reached is named without its address', async (t) => {
  const { store, local } = await started(t, { endpoint: `http://127.0.0.1:${await freePort()}` });
  await assert.rejects(store.put(KEY, local), unavailable(/^the S3 service cannot be reached: ECONNREFUSED$/));
  assert.ok(existsSync(local));
});

test('a wrong secret is refused, and no error contains it or what was signed', async (t) => {
  const secretKey = 'wrong-SECRET/key+1';
  const { store, local } = await started(t, { secretKey });
  const error: unknown = await store.put(KEY, local).catch((reason) => reason);
  assert.ok(error instanceof FilesUnavailableError);
  assert.equal(error.message, 'the S3 service answered 403 SignatureDoesNotMatch');

  assert.doesNotMatch(inspect(error, { depth: 9, showHidden: true }), /SECRET|AWS4-HMAC/);
});

test('an answer that is no list, or never ends, is an error', async (t) => {
  const { s3, store } = await started(t);
  const answers = [
    '<html>a proxy</html>',
    '<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>',
    `<ListBucketResult>${' '.repeat(5 * 1024 * 1024)}</ListBucketResult>`,
    '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>a</NextContinuationToken></ListBucketResult>',
  ];
  for (const answer of answers) {
    s3.fault = (_request, response) => {
      response.end(answer);
      return true;
    };
    await assert.rejects(Array.fromAsync(store.list()), FilesUnavailableError, answer.slice(0, 80));
  }
});

test('names in a list are decoded', () => {
  const xml = `<ListBucketResult xmlns="x"><IsTruncated>true</IsTruncated>
    <NextContinuationToken>a&amp;b&#61;&#x2b;&quot;</NextContinuationToken>
    <Contents><Key>a&lt;b&gt;&apos;</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><Size>7</Size></Contents>
    </ListBucketResult>`;
  const files = [{ key: "a<b>'", size: 7, modifiedAt: Date.UTC(2026, 0, 2, 3, 4, 5) }];
  assert.deepEqual(parsePage(xml), { files, next: 'a&b=+"' });
});

test('objects that other programs put into the bucket are not listed', async (t) => {
  const { s3, store } = await started(t);
  const contents = ['A B', '../x', 'aa/att_1', '.hidden/x'].map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><Size>7</Size></Contents>`,
  );
  s3.fault = (_request, response) => {
    response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`);
    return true;
  };
  const found = await Array.fromAsync(store.list());
  assert.deepEqual(
    found.map(({ key }) => key),
    ['aa/att_1'],
  );
});

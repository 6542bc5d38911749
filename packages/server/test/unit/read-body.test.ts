import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FastifyRequest } from 'fastify';
import { BODY_LIMIT as LIMIT, readBody } from '../../src/http/read-body.ts';

// The function uses only headers.
const requestWith = (headers: Record<string, string>) => ({ headers }) as unknown as FastifyRequest;

function start(headers: Record<string, string> = {}) {
  const payload = new PassThrough();
  return { payload, body: readBody(requestWith(headers), payload) };
}

test('the chunks of a body are joined, with a declared length and without', async () => {
  for (const headers of [{}, { 'content-length': '5000' }]) {
    const { payload, body } = start(headers);
    const chunks = Array.from({ length: 50 }, (_none, index) => Buffer.alloc(100, index));
    for (const chunk of chunks) payload.write(chunk);
    payload.end();
    assert.deepEqual(await body, Buffer.concat(chunks));
  }
});

test('a body may have the length of the limit, and no byte more', async () => {
  const { payload, body } = start();
  payload.end(Buffer.alloc(LIMIT, 'x'));
  assert.equal((await body).length, LIMIT);
  for (const headers of [{}, { 'content-length': String(LIMIT + 1) }]) {
    const longer = start(headers);
    longer.payload.end(Buffer.alloc(LIMIT + 1));
    await assert.rejects(longer.body, { code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 });
  }
});

test('a body with another length than declared, or one that ends with an error, is refused', async () => {
  const short = start({ 'content-length': '3' });
  short.payload.end('ab');
  await assert.rejects(short.body, { code: 'FST_ERR_CTP_INVALID_CONTENT_LENGTH', statusCode: 400 });
  const broken = start();
  broken.payload.destroy(new Error('reset'));
  await assert.rejects(broken.body, { message: 'reset', statusCode: 400 });
});

test('chunks of one byte need little memory before the end of the body', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const memory = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = memory();
  const { payload, body } = start();
  for (let written = 0; written < LIMIT; written++) {
    payload.write(Buffer.from('x'));
    // Lets the stream emit its chunks.
    if (written % 1000 === 0) await new Promise(setImmediate);
  }
  await new Promise(setImmediate);
  const used = memory() - before;
  assert.ok(used < 2 * 1024 * 1024, `${used} bytes`);
  payload.end();
  assert.equal((await body).length, LIMIT);
});

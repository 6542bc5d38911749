import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { createImages } from '../../src/attachments/images.ts';
import { AppError } from '../../src/errors.ts';
import { aPicture } from '../helpers/files.ts';
import { ownChildren } from '../helpers/own-children.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

const LONG_MS = 120_000;
const PAYERS = ['address'];

/** Puts a picture in its own folder, with a place for the encoded one. */
async function files(t: TestContext) {
  const folder = temporaryDirectory(t);
  const input = path.join(folder, 'in');
  writeFileSync(input, await aPicture());
  return { input, output: path.join(folder, 'out') };
}

const isRefused = (detail: RegExp) => (error: unknown) =>
  error instanceof AppError && error.code === 'file-refused' && detail.test(error.message);

const isUnavailable = (error: unknown) => error instanceof AppError && error.code === 'unavailable';

test('an image that takes too much processor time is refused, and its process ends', async (t) => {
  const { input, output } = await files(t);
  // The timer of the limit on the clock never ends.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const images = createImages({ atOnce: 1, maxProcessorMs: 0, maxPixels: 1000, maxBytes: 10_000_000 });
  t.after(() => images.close());
  await assert.rejects(images.encode(input, output, PAYERS), isRefused(/too long/));
  while (ownChildren().length > 0) await new Promise(setImmediate);
});

test('an image that is slower than its header tells begins again among the slow ones', async (t) => {
  const { input, output } = await files(t);
  const limits = { maxProcessorMs: LONG_MS, quickProcessorMs: 0, maxPixels: 1000, maxBytes: 10_000_000 };
  const images = createImages({ atOnce: 1, ...limits });
  t.after(() => images.close());
  const encoded = images.encode(input, output, PAYERS);
  await new Promise(setImmediate);
  const [first] = ownChildren();
  assert.equal(await encoded, 'image/png');
  assert.notEqual(first, undefined);
  assert.ok(!ownChildren().includes(first ?? 0));
});

test('an image gets 503 if its process has too little time, and the next one is encoded', async (t) => {
  const { input, output } = await files(t);
  const images = createImages({ atOnce: 1, maxProcessorMs: LONG_MS, maxPixels: 1000, maxBytes: 10_000_000 });
  t.after(() => images.close());
  assert.equal(await images.encode(input, output, PAYERS), 'image/png');
  const [worker = 0] = ownChildren();
  t.mock.timers.enable({ apis: ['setTimeout'] });
  process.kill(worker, 'SIGSTOP');
  const slow = images.encode(input, output, PAYERS);
  const next = images.encode(input, output, PAYERS);
  await new Promise(setImmediate);
  t.mock.timers.tick(3 * LONG_MS - 1);
  assert.deepEqual(ownChildren(), [worker]);
  t.mock.timers.tick(1);
  await assert.rejects(slow, isUnavailable);
  assert.equal(await next, 'image/png');
});

test('a process that ends while it works is not used again', async (t) => {
  const { input, output } = await files(t);
  const images = createImages({ atOnce: 1, maxProcessorMs: LONG_MS, maxPixels: 1000, maxBytes: 10_000_000 });
  t.after(() => images.close());
  assert.equal(await images.encode(input, output, PAYERS), 'image/png');
  const [worker = 0] = ownChildren();
  process.kill(worker, 'SIGSTOP');
  const ended = images.encode(input, output, PAYERS);
  const next = images.encode(input, output, PAYERS);
  process.kill(worker, 'SIGKILL');
  await assert.rejects(ended, isRefused(/cannot be decoded/));
  assert.equal(await next, 'image/png');
});

test('a process that ends is replaced, and one process does one image after another', async (t) => {
  const { input, output } = await files(t);
  const images = createImages({ atOnce: 1, maxProcessorMs: LONG_MS, maxPixels: 1000, maxBytes: 10_000_000 });
  t.after(() => images.close());
  assert.equal(await images.encode(input, output, PAYERS), 'image/png');
  const [first = 0, ...others] = ownChildren();
  assert.deepEqual(others, []);
  assert.equal(await images.encode(input, output, PAYERS), 'image/png');
  assert.deepEqual(ownChildren(), [first]);
  process.kill(first, 'SIGKILL');
  while (ownChildren().includes(first)) await new Promise(setImmediate);
  assert.equal(await images.encode(input, output, PAYERS), 'image/png');
  assert.ok(!ownChildren().includes(first));
});

test('more images than processes wait', async (t) => {
  const { input, output } = await files(t);
  const images = createImages({ atOnce: 1, maxProcessorMs: LONG_MS, maxPixels: 1000, maxBytes: 10_000_000 });
  t.after(() => images.close());
  const encoded = [1, 2, 3].map((number) => images.encode(input, `${output}${number}`, PAYERS));
  assert.deepEqual(await Promise.all(encoded), ['image/png', 'image/png', 'image/png']);
  const [worker = 0, ...others] = ownChildren();
  assert.deepEqual(others, []);
  assert.ok(getPriority(worker) > getPriority(), 'it is nicer than the server');
});

test('a process without work ends after a while, and the next image gets another one', async (t) => {
  const { input, output } = await files(t);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const images = createImages({ atOnce: 1, maxProcessorMs: LONG_MS, maxPixels: 1000, maxBytes: 10_000_000 });
  t.after(() => images.close());
  assert.equal(await images.encode(input, output, PAYERS), 'image/png');
  t.mock.timers.tick(10_000);
  assert.equal(await images.encode(input, output, PAYERS), 'image/png');
});

test('an image gets 503 if no process can start', async (t) => {
  const { input, output } = await files(t);
  const images = createImages({ atOnce: 1, maxProcessorMs: LONG_MS, maxPixels: 1000, maxBytes: 10_000_000 });
  t.after(() => images.close());
  const { execPath } = process;
  process.execPath = path.join(output, 'missing');
  try {
    await assert.rejects(images.encode(input, output, PAYERS), isUnavailable);
  } finally {
    process.execPath = execPath;
  }
  assert.equal(await images.encode(input, output, PAYERS), 'image/png');
});

test('close() ends all processes, and images in work or in the queue get 503', async (t) => {
  const { input, output } = await files(t);
  const images = createImages({ atOnce: 1, maxProcessorMs: LONG_MS, maxPixels: 1000, maxBytes: 10_000_000 });
  assert.equal(await images.encode(input, output, PAYERS), 'image/png');
  const [worker = 0] = ownChildren();
  t.mock.timers.enable({ apis: ['setTimeout'] });
  process.kill(worker, 'SIGSTOP');
  const encoded = [1, 2].map((number) => images.encode(input, `${output}${number}`, PAYERS));
  await new Promise(setImmediate);
  images.close();
  for (const one of encoded) await assert.rejects(one, isUnavailable);
  assert.deepEqual(ownChildren(), []);
});

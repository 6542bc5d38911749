import fs from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import { FilesUnavailableError } from '../files/file-store.ts';
import { freeBuffers } from './free-buffers.ts';
import type { UploadSlot } from './upload-slots.ts';

const FILE_MODE = 0o600;
/** Waiting for the disk. More is left to the network. */
const BUFFER_BYTES = 64 * 1024;

/** Waits until these bytes may pass. */
export type Throttle = (bytes: number) => Promise<void>;

/** Shorter waits add up to this, because timers are not exact. */
const MIN_WAIT_MS = 5;

/** Limits the bytes per second of all callers together. */
export function createThrottle(bytesPerSecond: number): Throttle {
  /** When all bytes so far have passed, at this rate. */
  let passedAt = 0;
  return async (bytes) => {
    const now = performance.now();
    passedAt = Math.max(passedAt, now) + (bytes * SECOND) / bytesPerSecond;
    if (passedAt - now >= MIN_WAIT_MS) await sleep(passedAt - now);
  };
}

/** The rest of the file is not read. */
export function fileTooLarge(maxBytes: number): AppError {
  return new AppError('payload-too-large', {
    detail: `A file has at most ${maxBytes / 1_000_000} MB.`,
    headers: { connection: 'close' },
  });
}

/** What arrived of a part stays. */
export function bodyTooSlow(): AppError {
  return new AppError('request-timeout', {
    detail: 'The file arrives too slowly while others wait. Send it again, or in parts.',
    headers: { connection: 'close', 'retry-after': '5' },
  });
}

/** Fails at the first byte above the limit. */
class LimitedFile extends Writable {
  readonly #fd: number;
  readonly #maxBytes: number;
  readonly #throttle: Throttle;
  size = 0;

  constructor(file: string, maxBytes: number, throttle: Throttle) {
    super({ highWaterMark: BUFFER_BYTES });
    try {
      this.#fd = fs.openSync(file, 'wx', FILE_MODE);
    } catch (error) {
      throw new FilesUnavailableError(error);
    }
    this.#maxBytes = maxBytes;
    this.#throttle = throttle;
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#add([chunk], done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#add(
      chunks.map(({ chunk }) => chunk),
      done,
    );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    fs.close(this.#fd, () => done(error));
  }

  #add(chunks: Buffer[], done: (error?: Error | null) => void): void {
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    this.size += length;
    freeBuffers(length);
    if (this.size > this.#maxBytes) return void done(fileTooLarge(this.#maxBytes));
    // The network gives chunks of 1 KB, so several are written together.
    fs.writev(this.#fd, chunks, (error, written) => {
      // A disk that becomes full takes only a part.
      const failure = error ?? (written < length ? 'the disk is full' : undefined);
      if (failure === undefined) void this.#throttle(written).then(() => done());
      else done(new FilesUnavailableError(failure));
    });
  }
}

interface Receiving {
  readonly maxBytes: number;
  readonly throttle: Throttle;
  readonly slot: UploadSlot;
}

/**
 * Writes a new file, and returns its size. Throws FilesUnavailableError if writing fails; AppError
 * `payload-too-large`, `request-timeout`, `bad-request` if the connection ends early.
 */
export async function receiveBody(body: IncomingMessage, file: string, { maxBytes, throttle, slot }: Receiving) {
  const target = new LimitedFile(file, maxBytes, throttle);
  slot.onSlow = () => target.destroy(bodyTooSlow());
  try {
    await new Promise<void>((resolve, reject) => {
      const cut = () => reject(new AppError('bad-request', { detail: 'The body is not complete.' }));
      target.once('finish', resolve);
      target.once('error', reject);
      if (body.destroyed && !body.complete) return cut();
      body.once('error', cut);
      body.once('close', () => body.complete || cut());
      body.pipe(target);
    });
    return target.size;
  } finally {
    body.unpipe(target);
    target.destroy();
    // A client that cannot send the rest gets no response.
    body.resume();
  }
}

/**
 * Keeps what arrives, like `receiveBody`. Returns the bytes. Throws the stream's error,
 * FilesUnavailableError if writing fails.
 */
export async function receivePart(body: Readable, file: string, maxBytes: number, throttle: Throttle): Promise<number> {
  const target = new LimitedFile(file, maxBytes, throttle);
  await pipeline(body, target);
  return target.size;
}

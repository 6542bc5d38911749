import { randomBytes } from 'node:crypto';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';

const BYTES = 10_000_000;
const CHUNK_BYTES = 100_000;
/** The noise of a picture with this side is nearly 10 MB as PNG. */
const SIDE = 1820;

export interface Upload {
  readonly type: string;
  readonly bytes: Buffer;
}

export interface Sent {
  /** Milliseconds until each response with 201. */
  readonly stored: number[];
  /** By status, without 201. 0: no response. */
  readonly others: Map<number, number>;
}

export const text: Upload = { type: 'text/plain', bytes: Buffer.alloc(BYTES, 'a line of a log\n') };

/** Makes a picture that no format makes small. */
export async function picture(): Promise<Upload> {
  const raw = { width: SIDE, height: SIDE, channels: 3 } as const;
  const image = sharp(randomBytes(3 * SIDE * SIDE), { raw });
  return { type: 'image/png', bytes: await image.png({ compressionLevel: 0 }).toBuffer() };
}

/** Uploads a file as fast as the server takes it. Returns the status; 0: no response. */
function uploadOnce(port: number, token: string, { type, bytes }: Upload) {
  return new Promise<{ status: number; retryAfter: number }>((resolve) => {
    const request = http.request({
      ...{ host: '127.0.0.1', port, method: 'POST', path: '/api/v1/player/attachments', agent: false },
      headers: { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': bytes.length },
    });
    request.on('error', () => resolve({ status: 0, retryAfter: 1 }));
    request.on('response', (response) => {
      response.resume();
      const retryAfter = Number(response.headers['retry-after'] ?? 1);
      response.once('close', () => resolve({ status: response.statusCode ?? 0, retryAfter }));
    });
    let at = 0;
    const write = () => {
      while (at < bytes.length && !request.destroyed) {
        const chunk = bytes.subarray(at, at + CHUNK_BYTES);
        at += chunk.length;
        if (!request.write(chunk)) return void request.once('drain', write);
      }
      request.end();
    };
    write();
  });
}

/** Uploads one player's file again and again until the end. */
export async function keepUploading(port: number, token: string, file: Upload, endsAt: number, sent: Sent) {
  do {
    const began = performance.now();
    const { status, retryAfter } = await uploadOnce(port, token, file);
    if (status === 201) sent.stored.push(performance.now() - began);
    else {
      sent.others.set(status, (sent.others.get(status) ?? 0) + 1);
      await sleep(retryAfter * 1000);
    }
  } while (performance.now() < endsAt);
}

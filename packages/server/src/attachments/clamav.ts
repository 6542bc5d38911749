import { createConnection } from 'node:net';
import type { Readable } from 'node:stream';

export type Verdict = 'clean' | 'infected';

/** Longer than any response of clamd, whose signature names are short. */
const MAX_RESPONSE_BYTES = 4096;

/**
 * Streams files to clamd (INSTREAM in clamd(8)): pieces with their length in four bytes, then a
 * zero length.
 */
export function clamav(address: { readonly host: string; readonly port: number }) {
  return {
    /** Reads and destroys the stream. Throws Error if the scanner is late or fails. */
    async scan(file: Readable, signal: AbortSignal): Promise<Verdict> {
      const socket = createConnection({ ...address, signal });
      try {
        const response = responseOf(socket);
        // Only the response counts: clamd closes the connection when it has seen enough.
        response.catch(() => {});
        await Promise.race([sendFile(socket, file), response]);
        return verdict(await response);
      } finally {
        file.destroy();
        socket.destroy();
      }
    },
  };
}

export type Scanner = ReturnType<typeof clamav>;

async function sendFile(socket: NodeJS.WritableStream, file: Readable): Promise<void> {
  const write = (data: Uint8Array | string) =>
    new Promise<void>((resolve, reject) => {
      socket.write(data, (error) => (error ? reject(error) : resolve()));
    });
  await write('zINSTREAM\0');
  for await (const piece of file as AsyncIterable<Buffer>) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(piece.length);
    await write(Buffer.concat([length, piece]));
  }
  await write(Buffer.alloc(4));
}

function responseOf(socket: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = '';
    socket.on('data', (data) => {
      response += data;
      if (response.includes('\0')) resolve(response.slice(0, response.indexOf('\0')));
      else if (response.length > MAX_RESPONSE_BYTES) reject(new Error('the scanner answered too much'));
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the scanner closed the connection')));
  });
}

function verdict(response: string): Verdict {
  if (response === 'stream: OK') return 'clean';
  if (/^stream: .+ FOUND$/.test(response)) return 'infected';
  throw new Error(`the scanner answered: ${response.slice(0, 200)}`);
}

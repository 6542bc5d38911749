import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { TestContext } from 'node:test';

/** RFC 1035, section 3.2.2, and RFC 3596. */
const TYPES: Readonly<Record<number, 'A' | 'AAAA'>> = { 1: 'A', 28: 'AAAA' };
const HEADER_BYTES = 12;

export interface NameServer {
  readonly address: string;
  /** Such as `A name.example`. */
  readonly questions: string[];
  /** Resolves when this name was asked for. */
  asked(name: string): Promise<void>;
}

/**
 * Starts a name server with these names' IPv4 addresses. Null: it never responds. Other names do
 * not exist.
 */
export async function aNameServer(
  t: Pick<TestContext, 'after'>,
  names: Readonly<Record<string, string | null>>,
): Promise<NameServer> {
  const socket = createSocket('udp4');
  const questions: string[] = [];
  let heard = Promise.withResolvers<void>();
  socket.on('message', (message, { address, port }) => {
    const { name, type, end } = questionOf(message);
    questions.push(`${TYPES[type] ?? type} ${name}`);
    heard.resolve();
    heard = Promise.withResolvers();
    const ip = names[name];
    if (ip === null) return;
    const answer = ip !== undefined && TYPES[type] === 'A' ? recordOf(ip) : Buffer.alloc(0);
    const flags = ip === undefined ? 0x8183 : 0x8180;
    const header = Buffer.alloc(HEADER_BYTES);
    message.copy(header, 0, 0, 2);
    header.writeUInt16BE(flags, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answer.length > 0 ? 1 : 0, 6);
    socket.send(Buffer.concat([header, message.subarray(HEADER_BYTES, end), answer]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.after(() => socket.close());
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    async asked(name) {
      while (!questions.some((question) => question.endsWith(` ${name}`))) await heard.promise;
    },
  };
}

/** RFC 1035, section 4.1.2. */
function questionOf(message: Buffer) {
  const labels: string[] = [];
  let offset = HEADER_BYTES;
  for (let length = message[offset] ?? 0; length > 0; length = message[offset] ?? 0) {
    labels.push(message.toString('latin1', offset + 1, offset + 1 + length));
    offset += length + 1;
  }
  return { name: labels.join('.'), type: message.readUInt16BE(offset + 1), end: offset + 5 };
}

/** An A record for the question's name, for 0 seconds. */
function recordOf(ip: string): Buffer {
  return Buffer.from([0xc0, HEADER_BYTES, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...ip.split('.').map(Number)]);
}

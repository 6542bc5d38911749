import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import type { TestContext } from 'node:test';
import type { Reply } from './call.ts';

/** An HTTP client could refuse to send it. */
export function rawRequest(method: string, path: string, headers: readonly string[] = [], body = ''): string {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, ...length, '', body].join(
    '\r\n',
  );
}

/**
 * Reads until the server closes. Returns the first response, or status 0. `drip` is sent every 100
 * ms.
 */
export async function exchange(url: string, bytes: string | Uint8Array, drip?: string): Promise<Reply> {
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  // The server may also reset it.
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write(bytes);
  const timer = drip === undefined ? undefined : setInterval(() => socket.write(drip), 100);
  await closed;
  clearInterval(timer);
  return parsed(answer);
}

function parsed(answer: string): Reply {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return { status: 0, headers: new Headers(), text: answer, body: undefined };
  const [statusLine = '', ...lines] = answer.slice(0, end).split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  const text = answer.slice(end + 4);
  const body: unknown = headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined;
  return { status: Number(statusLine.split(' ')[1]), headers, text, body };
}

/** Sends the head. `end` sends the body and returns the response. */
export async function beginRequest(t: Pick<TestContext, 'after'>, url: string, head: string, body: string) {
  const { hostname, port } = new URL(url);
  const socket = net.connect({ host: hostname, port: Number(port) });
  t.after(() => socket.destroy());
  let response = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    response += chunk;
  });
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  // The server may also reset it.
  socket.on('error', () => {});
  socket.write(
    `${head}\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nExpect: 100-continue\r\n\r\n`,
  );
  while (!response.includes('100 Continue')) {
    assert.ok(!socket.destroyed, response);
    await Promise.race([once(socket, 'data'), closed]);
  }
  response = '';
  return {
    async end(): Promise<string> {
      socket.write(body);
      await closed;
      return response;
    },
    closed,
  };
}

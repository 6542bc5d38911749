import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import type { TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { pruneAttachments } from '../../src/jobs/prune-attachments.ts';
import { databaseFile } from '../../src/store/database-url.ts';
import type { Player } from './builders.ts';
import type { Api, CallOptions, Reply } from './call.ts';
import { bytesOf } from './files.ts';
import { startServer, type TestServer } from './harness.ts';

export const UPLOADS = '/api/v1/player/attachments/resumable';
export const TUS = { 'tus-resumable': '1.0.0' };
/** Of most parts in tests. */
export const PART = 300_000;

type Bytes = Uint8Array<ArrayBuffer>;

/** The text's bytes differ in each part. */
export const aLog = (length: number): Bytes =>
  bytesOf(
    Buffer.from(
      'line of a log, number '
        .repeat(Math.ceil(length / 22))
        .replace(/./g, (c, at) => ((at / 7) & 1 ? c : c.toUpperCase())),
    ).subarray(0, length),
  );

/** `Upload-Metadata`. */
export const metadata = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

export function begin(server: Api, { token }: Player, length: number, options: CallOptions = {}): Promise<Reply> {
  return server.call('POST', UPLOADS, {
    token,
    ...options,
    headers: {
      ...TUS,
      'upload-length': String(length),
      'upload-metadata': metadata({ filename: 'game.log' }),
      ...options.headers,
    },
  });
}

/** Returns the attachment's id. */
export async function anUpload(server: Api, player: Player, length: number, options?: CallOptions): Promise<string> {
  const { status, headers, text } = await begin(server, player, length, options);
  assert.equal(status, 201, text);
  const location = headers.get('location') ?? '';
  assert.ok(location.startsWith(`${UPLOADS}/att_`), location);
  return location.slice(UPLOADS.length + 1);
}

export function sendPart(
  server: Api,
  { token }: Player,
  id: string,
  offset: number,
  raw: Bytes,
  options: CallOptions = {},
): Promise<Reply> {
  return server.call('PATCH', `${UPLOADS}/${id}`, {
    token,
    raw,
    ...options,
    headers: {
      ...TUS,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      ...options.headers,
    },
  });
}

export async function offsetOf(server: Api, { token }: Player, id: string): Promise<number | undefined> {
  const { status, headers } = await server.call('HEAD', `${UPLOADS}/${id}`, { token, headers: TUS });
  return status === 200 ? Number(headers.get('upload-offset')) : undefined;
}

export const getUpload = (server: Api, { token }: Player, id: string): Promise<Reply> =>
  server.call('GET', `${UPLOADS}/${id}`, { token });

/** Returns the last response. */
export async function uploadInParts(servers: readonly Api[], player: Player, id: string, bytes: Bytes): Promise<Reply> {
  let reply: Reply | undefined;
  for (let at = 0, turn = 0; at < bytes.length; at += PART, turn++) {
    const server = servers[turn % servers.length] as Api;
    reply = await sendPart(server, player, id, at, bytes.slice(at, at + PART));
    if (reply.status !== 204) return reply;
  }
  return reply as Reply;
}

/** Sends its first bytes. */
export function beginPart(
  t: Pick<TestContext, 'after'>,
  server: Api,
  { token }: Player,
  { id, offset, raw, sent }: { id: string; offset: number; raw: Bytes; sent: number },
): net.Socket {
  const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1');
  t.after(() => socket.destroy());
  const head = [
    `PATCH ${UPLOADS}/${id} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    'Tus-Resumable: 1.0.0',
    'Content-Type: application/offset+octet-stream',
    `Upload-Offset: ${offset}`,
    `Content-Length: ${raw.length}`,
    '',
    '',
  ];
  socket.write(head.join('\r\n'));
  socket.write(raw.slice(0, sent));
  return socket.resume();
}

/** Sends first bytes, and cuts the connection when the server has read them. */
export async function cutPart(...[t, server, player, part]: Parameters<typeof beginPart>): Promise<void> {
  const socket = beginPart(t, server, player, part);
  socket.end();
  await once(socket, 'close');
}

/** Starts a node on the same database and files. With SQLite, returns the first one. */
export async function secondNode(t: Pick<TestContext, 'after'>, first: TestServer): Promise<TestServer> {
  const { databaseUrl, files } = first;
  if (databaseFile(databaseUrl) !== undefined) return first;
  return startServer(t, { env: { DATABASE_URL: databaseUrl, FILES_URL: pathToFileURL(files.name).href } });
}

/** Lists all stored files' keys, without folders. */
export const stored = async ({ files }: TestServer): Promise<(string | undefined)[]> =>
  (await Array.fromAsync(files.list())).map(({ key }) => key.split('/')[1]).sort();

export const prune = ({ store, files, clock }: TestServer): Promise<void> =>
  pruneAttachments({ store, files, now: clock.now, limit: 10, stopping: () => false });

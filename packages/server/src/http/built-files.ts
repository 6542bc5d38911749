import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyReply } from 'fastify';
import Negotiator from 'negotiator';
import { AppError } from '../errors.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const ENCODINGS = { br: '.br', gzip: '.gz', identity: '' } as const;
type Encoding = keyof typeof ENCODINGS;

/** By name, with their compressed forms. */
export type BuiltFiles = ReadonlyMap<string, Buffer>;

export function readBuiltFiles(folder: string): BuiltFiles {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(files.map(({ name }) => [name, readFileSync(path.join(folder, name))]));
}

/** Sends a file in the smallest form that the browser accepts. Throws AppError `not-found`. */
export function sendBuiltFile(
  reply: FastifyReply,
  { files, name, headers }: { files: BuiltFiles; name: string; headers: Readonly<Record<string, string>> },
): FastifyReply {
  const type = TYPES[path.extname(name)];
  if (type === undefined || !files.has(name)) throw new AppError('not-found');
  const available = (Object.keys(ENCODINGS) as Encoding[]).filter((encoding) => files.has(name + ENCODINGS[encoding]));
  const accepted = new Negotiator({ headers: reply.request.headers }).encodings(available);
  // The server's order, not the browser's: the first encoding gives the smallest file.
  const encoding = available.find((encoding) => accepted.includes(encoding)) ?? 'identity';
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply
    .headers(headers)
    .header('vary', 'accept-encoding')
    .type(type)
    .send(files.get(name + ENCODINGS[encoding]));
}

import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CONSOLE_PATHS } from '@player-support/contract/console-paths';
import type { FastifyInstance, FastifyReply } from 'fastify';
import Negotiator from 'negotiator';
import type { Logger } from 'pino';
import { AppError } from '../errors.ts';
import { sendPage } from './page.ts';

/** Where the build of packages/console is. */
export const CONSOLE_FOLDER = path.join(import.meta.dirname, '../../../console/dist');

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const ENCODINGS = { br: '.br', gzip: '.gz', identity: '' } as const;
type Encoding = keyof typeof ENCODINGS;

const HEADERS: Readonly<Record<string, string>> = {
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Nothing but what this server sends; style elements with the nonce, and no text becomes HTML or a script unasked. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/**
 * Serves the console: its page at each of its addresses, and the files of its build, from memory. Without a build it
 * says how to make one.
 */
export function serveConsole(app: FastifyInstance, folder: string, logger: Logger): void {
  const index = path.join(folder, 'index.html');
  if (!existsSync(index)) {
    logger.warn('the console is not built: npm run build');
    app.get('/', async (_request, reply) => sendPage(reply, 'Console', NOT_BUILT));
    return;
  }
  const page = readFileSync(index, 'utf8');
  const sendConsole = async (_request: unknown, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .headers(HEADERS)
      .header('content-security-policy', policy(nonce))
      .type('text/html; charset=utf-8')
      .send(page.replace('__NONCE__', nonce));
  };
  for (const url of CONSOLE_PATHS) app.get(url.replace(/\$/g, ':'), sendConsole);
  serveAssets(app, path.join(folder, 'assets'));
}

const NOT_BUILT =
  '<h1>The console is not built</h1><p>Run <code>npm run build</code> where this server was installed, and start it again. The API works without it: <a href="/docs">docs</a>.</p>';

/** The files that are named by their content, so that they never change. */
function serveAssets(app: FastifyInstance, folder: string): void {
  const files = new Map(readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name))]));
  app.get<{ Params: { name: string } }>('/assets/:name', async ({ params: { name }, headers }, reply) => {
    const type = TYPES[path.extname(name)];
    if (type === undefined || !files.has(name)) throw new AppError('not-found');
    const available = (Object.keys(ENCODINGS) as Encoding[]).filter((one) => files.has(name + ENCODINGS[one]));
    const accepted = new Negotiator({ headers }).encodings(available);
    // Whatever the browser's order: the first of ours is the smallest.
    const encoding = available.find((one) => accepted.includes(one)) ?? 'identity';
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply
      .headers(HEADERS)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept-encoding')
      .type(type)
      .send(files.get(name + ENCODINGS[encoding]));
  });
}

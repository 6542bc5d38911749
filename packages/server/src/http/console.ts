import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CONSOLE_PATHS } from '@player-support/contract/console-paths';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { type BuiltFiles, readBuiltFiles, sendBuiltFile } from './built-files.ts';
import { sendPage } from './page.ts';

/** The build of packages/console. */
export const CONSOLE_FOLDER = path.join(import.meta.dirname, '../../../console/dist');

const HEADERS: Readonly<Record<string, string>> = {
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Allows only files of this server. Trusted types keep text from becoming HTML or a script. */
function contentSecurityPolicy(nonce: string): string {
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
 * Serves from memory the page at each console path, and its files. Without a build, a page says how
 * to build it. `isKept`: browsers keep it, so that it opens without a connection.
 */
export function serveConsole(app: FastifyInstance, folder: string, isKept: boolean, logger: Logger): void {
  const index = path.join(folder, 'index.html');
  if (!existsSync(index)) {
    logger.warn('the console is not built: npm run build');
    app.get('/', async (_request, reply) => sendPage(reply, 'Console', NOT_BUILT));
    serveConsoleWorker(app);
    return;
  }
  const page = readFileSync(index, 'utf8');
  const sendConsole = async (_request: unknown, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .headers(HEADERS)
      .header('content-security-policy', contentSecurityPolicy(nonce))
      .type('text/html; charset=utf-8')
      .send(page.replace('__NONCE__', nonce));
  };
  for (const url of CONSOLE_PATHS) app.get(url.replace(/\$/g, ':'), sendConsole);
  serveAssets(app, path.join(folder, 'assets'));
  serveConsoleWorker(app, isKept ? readBuiltFiles(folder) : undefined);
}

const NOT_BUILT =
  '<h1>The console is not built</h1><p>Run <code>npm run build</code> in the folder of the server, and restart the server. The API works without the console: see <a href="/docs">its documentation</a>.</p>';

/** Serves the build's files. Their names depend on their content, so they never change. */
function serveAssets(app: FastifyInstance, folder: string): void {
  const files = readBuiltFiles(folder);
  const headers = { ...HEADERS, 'cache-control': 'public, max-age=31536000, immutable' };
  app.get<{ Params: { name: string } }>('/assets/:name', async ({ params: { name } }, reply) =>
    sendBuiltFile(reply, { files, name, headers }),
  );
}

const WORKER = 'service-worker.js';

/** Browsers ask for a new worker at each visit. It only fetches this server's files. */
const WORKER_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; connect-src 'self'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

/** Replaces a browser's worker, deletes what it stored, and removes itself. */
const REMOVAL = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(remove()));
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
}
`;
const REMOVAL_FILES: BuiltFiles = new Map([[WORKER, Buffer.from(REMOVAL)]]);

/**
 * Serves the worker that keeps the console in the browser, in the root: it answers only for paths
 * below its own. No `files`: removes it from all browsers.
 */
function serveConsoleWorker(app: FastifyInstance, files: BuiltFiles = REMOVAL_FILES): void {
  app.get(`/${WORKER}`, async (_request, reply) =>
    sendBuiltFile(reply, { files, name: WORKER, headers: WORKER_HEADERS }),
  );
}

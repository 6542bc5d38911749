import type { FastifyInstance } from 'fastify';
import { type BuiltFiles, sendBuiltFile } from './built-files.ts';

const NAME = 'service-worker.js';

/** Browsers ask for a new worker at each visit. It only fetches this server's files. */
const HEADERS: Readonly<Record<string, string>> = {
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
const REMOVAL_FILES: BuiltFiles = new Map([[NAME, Buffer.from(REMOVAL)]]);

/**
 * Serves the worker that keeps the console in the browser. In the root: it answers only for paths
 * below its own. `files`: the build. Undefined removes the worker from all browsers.
 */
export function serveConsoleWorker(app: FastifyInstance, files: BuiltFiles = REMOVAL_FILES): void {
  app.get(`/${NAME}`, async (_request, reply) => sendBuiltFile(reply, { files, name: NAME, headers: HEADERS }));
}

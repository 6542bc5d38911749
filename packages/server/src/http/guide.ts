import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

/** Of the repository or the image. */
const ROOT = path.join(import.meta.dirname, '../../../..');
const INDEX = 'llms.txt';
const GUIDE = readGuide();

/** `llms.txt` and all pages reachable from it, by path. */
function readGuide(): ReadonlyMap<string, string> {
  const pages = new Map<string, string>();
  // The loop also visits names that are added during it.
  const names = new Set([INDEX]);
  for (const name of names) {
    const file = path.join(ROOT, name);
    if (!existsSync(file)) continue;
    const text = readFileSync(file, 'utf8');
    pages.set(name, text);
    for (const [, target = ''] of text.matchAll(/\]\(([\w./-]+\.md)[#)]/g)) {
      names.add(path.posix.join(path.posix.dirname(name), target));
    }
  }
  return pages;
}

/**
 * Serves `llms.txt` and the documentation at their repository paths, also for pages of other
 * origins.
 */
export function serveGuide(app: FastifyInstance): void {
  // One route for each root folder: a route for each page would delay the start.
  const routes = new Set([...GUIDE.keys()].map((name) => name.replace(/\/.*/, '/*')));
  for (const route of routes) {
    app.get<{ Params: { '*'?: string } }>(`/${route}`, async ({ params }, reply) => {
      const text = GUIDE.get(route.replace('*', params['*'] ?? ''));
      if (text === undefined) throw new AppError('not-found');
      return reply.header('access-control-allow-origin', '*').type('text/plain; charset=utf-8').send(text);
    });
  }
}

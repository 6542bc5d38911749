import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { matches } from '../operations/etag.ts';
import { type BuiltFiles, readBuiltFiles, sendBuiltFile } from './built-files.ts';

/** The build of packages/widget. */
export const WIDGET_FOLDER = path.join(import.meta.dirname, '../../../widget/dist');

/**
 * Games of any origin load the files by fixed names, so browsers ask again after five minutes.
 * Meanwhile the old file serves for a week.
 */
const HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
  'cache-control': 'public, max-age=300, stale-while-revalidate=604800',
};

/** The script, and the texts of each language. */
export function serveWidget(app: FastifyInstance, folder: string, logger: Logger): void {
  if (!existsSync(path.join(folder, 'player-support.js'))) {
    logger.warn('the widget is not built: npm run build');
    return;
  }
  serveFolder(app, '/widget', readBuiltFiles(folder));
  serveFolder(app, '/widget/locales', readBuiltFiles(path.join(folder, 'locales')));
}

function serveFolder(app: FastifyInstance, url: string, files: BuiltFiles): void {
  // A weak tag: the same for each compressed form.
  const tags = new Map(
    [...files].map(([name, bytes]) => [name, `W/"${createHash('sha256').update(bytes).digest('base64url')}"`]),
  );
  app.get<{ Params: { name: string } }>(`${url}/:name`, async ({ params: { name }, headers }, reply) => {
    const etag = tags.get(name);
    if (etag === undefined) return sendBuiltFile(reply, { files, name, headers: {} });
    const all = { ...HEADERS, etag };
    if (matches(headers['if-none-match'] ?? '', etag)) {
      return reply
        .code(304)
        .headers({ ...all, vary: 'accept-encoding' })
        .send();
    }
    return sendBuiltFile(reply, { files, name, headers: all });
  });
}

import type { FastifyInstance } from 'fastify';
import { lazy } from '../domain/lazy.ts';
import { extendedOperations, playerExtensions, playerOperations, teamOperations } from './all-operations.ts';
import { docsPage } from './docs-page.ts';
import { openapi } from './openapi.ts';
import { PAGE_STYLE, pageFile, sendPage, servePageFile } from './page.ts';

const SCRIPT = pageFile('docs.js', 'text/javascript');

const published = (url: string, ...contents: Parameters<typeof openapi>) => {
  const document = lazy(() => openapi(...contents));
  return { url, document, text: lazy(() => JSON.stringify(document())) };
};

/** Built for the first request: they would take a tenth of the start. */
const PLAYER = published('/openapi/v1.json', 'player', playerOperations);
const CLIENT = published('/openapi/client-v1.json', 'client', playerOperations);
const EXTENSIONS = published('/openapi/extensions-v1.json', 'extensions', [...playerExtensions, ...extendedOperations]);
const TEAM = published('/openapi/team-v1.json', 'team', teamOperations);

const PAGE = lazy(() =>
  docsPage([
    { url: PLAYER.url, document: PLAYER.document(), clientUrl: CLIENT.url, tokenVariable: 'TOKEN' },
    { url: EXTENSIONS.url, document: EXTENSIONS.document(), tokenVariable: 'TOKEN' },
    { url: TEAM.url, document: TEAM.document(), tokenVariable: 'TEAM_KEY' },
  ]),
);

/** Serves the OpenAPI documents, and an HTML page that shows them. */
export function serveDocs(app: FastifyInstance): void {
  for (const { url, text } of [PLAYER, CLIENT, EXTENSIONS, TEAM]) {
    app.get(url, async (_request, reply) =>
      // Public: tools read them from pages of other origins.
      reply.header('access-control-allow-origin', '*').type('application/json; charset=utf-8').send(text()),
    );
  }
  app.get('/docs', async (_request, reply) => sendPage(reply, 'API', PAGE(), SCRIPT));
  servePageFile(app, PAGE_STYLE);
  servePageFile(app, SCRIPT);
}

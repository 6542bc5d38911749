import type { FastifyInstance } from 'fastify';
import { extendedOperations, playerExtensions, playerOperations, teamOperations } from '../operations/all.ts';
import { docsPage } from './docs-page.ts';
import { openapi } from './openapi.ts';
import { PAGE_STYLE, pageFile, sendPage, servePageFile } from './page.ts';

const SCRIPT = pageFile('docs.js', 'text/javascript');

/** Serves the OpenAPI documents, and an HTML page that shows them. */
export function serveDocs(app: FastifyInstance): void {
  const documents = [
    { url: '/openapi/v1.json', document: openapi('player', playerOperations) },
    { url: '/openapi/client-v1.json', document: openapi('client', playerOperations) },
    {
      url: '/openapi/extensions-v1.json',
      document: openapi('extensions', [...playerExtensions, ...extendedOperations]),
    },
    { url: '/openapi/team-v1.json', document: openapi('team', teamOperations) },
  ] as const;
  for (const { url, document } of documents) {
    const text = JSON.stringify(document);
    app.get(url, async (_request, reply) =>
      // The documents are public, and tools read them from pages of other origins.
      reply.header('access-control-allow-origin', '*').type('application/json; charset=utf-8').send(text),
    );
  }
  const [player, client, extensions, team] = documents;
  const page = docsPage([
    { ...player, clientUrl: client.url, tokenVariable: 'TOKEN' },
    { ...extensions, tokenVariable: 'TOKEN' },
    { ...team, tokenVariable: 'TEAM_KEY' },
  ]);
  app.get('/docs', async (_request, reply) => sendPage(reply, 'API', page, SCRIPT));
  servePageFile(app, PAGE_STYLE);
  servePageFile(app, SCRIPT);
}

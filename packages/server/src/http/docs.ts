import type { FastifyInstance } from 'fastify';
import { playerOperations, teamOperations } from '../operations/all.ts';
import { docsPage } from './docs-page.ts';
import { openapi } from './openapi.ts';
import { sendPage, servePageStyle } from './page.ts';

/** Serves the OpenAPI documents, made once from the operations themselves, and a page of them for people. */
export function serveDocs(app: FastifyInstance): void {
  const documents = [
    { url: '/openapi/v1.json', document: openapi('player', playerOperations) },
    { url: '/openapi/team-v1.json', document: openapi('team', teamOperations) },
  ];
  for (const { url, document } of documents) {
    const text = JSON.stringify(document);
    app.get(url, async (_request, reply) =>
      // Public, and wanted by tools that run in a page of another origin.
      reply.header('access-control-allow-origin', '*').type('application/json; charset=utf-8').send(text),
    );
  }
  const page = docsPage(documents);
  app.get('/docs', async (_request, reply) => sendPage(reply, 'API', page));
  servePageStyle(app);
}

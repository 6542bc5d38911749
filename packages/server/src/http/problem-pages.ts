import type { FastifyInstance } from 'fastify';
import { AppError, PROBLEMS, type ProblemCode } from '../errors.ts';
import { sendPage, withCode } from './page.ts';

/** Serves the page that the `type` of a problem points to. It says what is wrong and what to do. */
export function serveProblemPages(app: FastifyInstance): void {
  app.get('/problems', async (_request, reply) => {
    const items = Object.entries(PROBLEMS).map(
      ([code, [status, title]]) => `<li><a href="/problems/${code}">${code}</a> (${status}): ${title}</li>`,
    );
    return sendPage(reply, 'Problems', `<h1>Problems</h1><ul>${items.join('')}</ul>`);
  });
  app.get<{ Params: { code: string } }>('/problems/:code', async ({ params: { code } }, reply) => {
    if (!Object.hasOwn(PROBLEMS, code)) throw new AppError('not-found');
    const [status, title, explanation] = PROBLEMS[code as ProblemCode];
    return sendPage(
      reply,
      title,
      `<h1>${title}</h1><p>${withCode(explanation)}</p><p>HTTP status ${status}, type <code>/problems/${code}</code>.</p><p><a href="/problems">All problems</a></p>`,
    );
  });
}

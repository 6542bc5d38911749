import { FIELD_PROBLEMS } from '@player-support/contract/field-problems';
import type { FastifyInstance } from 'fastify';
import { AppError, PROBLEMS, type ProblemCode } from '../errors.ts';
import { sendPage, withCode } from './page.ts';

/** Lists the team API's codes for problems of a field. */
function fieldCodes(): string {
  const rows = Object.entries(FIELD_PROBLEMS).map(
    ([code, message]) => `<tr><th scope="row"><code>${code}</code></th><td>${withCode(message)}</td></tr>`,
  );
  return `<h2>Codes of fields</h2><p>${withCode('In the team API, `problems` has one of these codes for each message. A name in braces is a parameter.')}</p><table><thead><tr><th scope="col">Code</th><th scope="col">Message</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** The `type` of a problem points here: what is wrong, and what to do. */
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
      `<h1>${title}</h1><p>${withCode(explanation)}</p><p>HTTP status ${status}, type <code>/problems/${code}</code>.</p>${code === 'validation' ? fieldCodes() : ''}<p><a href="/problems">All problems</a></p>`,
    );
  });
}

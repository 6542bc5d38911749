import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { isPlayerApi, preflightHeaders } from './headers.ts';
import type { Operation } from './operation.ts';
import type { Service } from './service.ts';

/** What the methods of a path are, of all operations whose path it can be. */
function methodsOf(operations: readonly Operation[]): (path: string) => string[] {
  const known = operations.map(({ url, method }) => ({
    path: new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`),
    methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
  }));
  return (path) => [...new Set(known.filter((one) => one.path.test(path)).flatMap(({ methods }) => methods))];
}

/** Answers what no route takes: 404 for an unknown path, 405 for an unknown method of a known one, and OPTIONS. */
export function answerUnknown(
  app: FastifyInstance,
  operations: readonly Operation[],
  { refusalsAtOnce }: Pick<Service, 'refusalsAtOnce'>,
): void {
  const methods = methodsOf(operations);
  app.setNotFoundHandler((request, reply) =>
    refusalsAtOnce.run('all', async () => {
      const [path = ''] = request.url.split(/[?#]/, 1);
      const found = methods(path);
      if (found.length === 0) throw new AppError('not-found');
      const allow = [...found, 'OPTIONS'].join(', ');
      const headers = { allow };
      if (request.method !== 'OPTIONS') throw new AppError('method-not-allowed', { headers });
      return reply
        .code(204)
        .headers(isPlayerApi(path) ? { ...headers, ...preflightHeaders(allow) } : headers)
        .send();
    }),
  );
}

import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { isPlayerApi, preflightHeaders } from './headers.ts';
import type { Operation } from './operation.ts';

interface Known {
  readonly path: RegExp;
  readonly methods: string;
}

/** Every path of the operations with the methods that it takes. */
function knownPaths(operations: readonly Operation[]): Known[] {
  const methods = new Map<string, string[]>();
  for (const { url, method } of operations) {
    const own = method === 'GET' ? ['GET', 'HEAD'] : [method];
    methods.set(url, [...(methods.get(url) ?? []), ...own]);
  }
  return [...methods].map(([url, own]) => ({
    path: new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`),
    methods: [...own, 'OPTIONS'].join(', '),
  }));
}

/** Answers what no route takes: 404 for an unknown path, 405 for an unknown method of a known one, and OPTIONS. */
export function answerUnknown(app: FastifyInstance, operations: readonly Operation[]): void {
  const known = knownPaths(operations);
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split(/[?#]/, 1);
    const found = known.find((route) => route.path.test(path));
    if (found === undefined) throw new AppError('not-found');
    const headers = { allow: found.methods };
    if (request.method !== 'OPTIONS') throw new AppError('method-not-allowed', { headers });
    return reply
      .code(204)
      .headers(isPlayerApi(path) ? { ...headers, ...preflightHeaders(found.methods) } : headers)
      .send();
  });
}

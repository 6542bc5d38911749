import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Operation } from '../operations/operation.ts';
import type { Service } from '../operations/service.ts';
import { addressKey } from './address.ts';
import { isPlayerApi, preflightHeaders } from './headers.ts';

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
  { refusals }: Pick<Service, 'refusals'>,
): void {
  const methods = methodsOf(operations);

  async function refuse({ url }: FastifyRequest): Promise<never> {
    const found = methods(pathOf(url));
    if (found.length === 0) throw new AppError('not-found');
    throw new AppError('method-not-allowed', { headers: { allow: allow(found) } });
  }

  function answerOptions({ url }: FastifyRequest, reply: FastifyReply): FastifyReply {
    const path = pathOf(url);
    const found = methods(path);
    if (found.length === 0) throw new AppError('not-found');
    const headers = { allow: allow(found) };
    return reply
      .code(204)
      .headers(isPlayerApi(path) ? { ...headers, ...preflightHeaders(headers.allow) } : headers)
      .send();
  }

  app.setNotFoundHandler((request, reply) =>
    request.method === 'OPTIONS'
      ? answerOptions(request, reply)
      : refusals.run(addressKey(request.ip), () => refuse(request)),
  );
}

const pathOf = (url: string) => url.split(/[?#]/, 1)[0] ?? '';

const allow = (methods: readonly string[]) => [...methods, 'OPTIONS'].join(', ');

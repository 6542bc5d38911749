import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tusOptions, UPLOADS_PATH } from '../attachments/resumable-uploads.ts';
import { AppError } from '../errors.ts';
import type { Operation } from '../operations/operation.ts';
import { addressKey } from './address.ts';
import { isPlayerApi, preflightHeaders } from './headers.ts';
import type { Service } from './service.ts';

/** Returns a function that finds the methods of all operations with a path. */
function methodFinder(operations: readonly Operation[]): (path: string) => string[] {
  const routes = operations.map(({ url, method }) => ({
    path: new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`),
    methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
  }));
  return (path) => [...new Set(routes.filter((route) => route.path.test(path)).flatMap(({ methods }) => methods))];
}

/** 404 or 405 (RFC 9110, section 15.5.6), and OPTIONS. */
export function handleUnknownRoutes(
  app: FastifyInstance,
  operations: readonly Operation[],
  { guard, config }: Pick<Service, 'guard' | 'config'>,
): void {
  const methodsOf = methodFinder(operations);

  async function refuse({ url, ip }: FastifyRequest): Promise<never> {
    using _slot = await guard.refusalSlot(addressKey(ip));
    const methods = methodsOf(pathOf(url));
    if (methods.length === 0) throw new AppError('not-found');
    throw new AppError('method-not-allowed', { headers: { allow: allow(methods) } });
  }

  function sendOptions({ url, headers: sent }: FastifyRequest, reply: FastifyReply): FastifyReply {
    const path = pathOf(url);
    const methods = methodsOf(path);
    if (methods.length === 0) throw new AppError('not-found');
    const headers = { allow: allow(methods), ...(path.startsWith(UPLOADS_PATH) ? tusOptions(config) : {}) };
    const requested = sent['access-control-request-headers'];
    return reply
      .code(204)
      .headers(isPlayerApi(path) ? { ...headers, ...preflightHeaders(headers.allow, requested) } : headers)
      .send();
  }

  app.setNotFoundHandler((request, reply) =>
    request.method === 'OPTIONS' ? sendOptions(request, reply) : refuse(request),
  );
}

const pathOf = (url: string) => url.split(/[?#]/, 1)[0] ?? '';

const allow = (methods: readonly string[]) => [...methods, 'OPTIONS'].join(', ');

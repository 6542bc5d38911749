import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** An id that this server made. Anything else in an address may be a secret that was put in the wrong place. */
const OWN_ID = /^(?:prj|ply|tkt|inb|ann|mem|mac|key)_[0-9a-v]{1,64}$/;

/** A route with those of its parameters that are our own ids; undefined for no route of ours. */
function loggedPath(url: string | undefined, params: unknown): string | undefined {
  const values = params as Readonly<Record<string, string>>;
  return url?.replace(/:(\w+)/g, (name) => {
    const value = values[name.slice(1)] ?? '';
    return OWN_ID.test(value) ? value : name;
  });
}

const READS = new Set(['GET', 'HEAD']);

/** One line for each request. Reads that went well are most of all requests and tell nothing: they are for debugging. */
export function logAnswer(logger: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const status = reply.statusCode;
  const level = (status >= 400 && !request.isFlood) || !READS.has(request.method) ? 'info' : 'debug';
  if (!logger.isLevelEnabled(level)) return;
  const { config, url } = request.routeOptions;
  const line = {
    requestId: request.id,
    operation: config.operation?.id,
    method: request.method,
    path: loggedPath(url, request.params),
    status,
    milliseconds: Math.round(reply.elapsedTime * 10) / 10,
  };
  logger[level](line, 'answered');
}

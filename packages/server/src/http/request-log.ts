import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** An id that this server made. Anything else in an address may be a secret that was put in the wrong place. */
const OWN_ID = /^(?:prj|ply|tkt|inb|ann|mem|mac|key)_[0-9a-v]{1,64}$/;

/** The route of a request with those of its parameters that are our own ids; undefined for no route of ours. */
function loggedPath({ routeOptions, params }: FastifyRequest): string | undefined {
  const values = params as Readonly<Record<string, string>>;
  return routeOptions.url?.replace(/:(\w+)/g, (name) => {
    const value = values[name.slice(1)] ?? '';
    return OWN_ID.test(value) ? value : name;
  });
}

const READS = new Set(['GET', 'HEAD']);

/** One line for each request. Reads that went well are most of all requests and tell nothing: they are for debugging. */
export function logAnswer(logger: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const status = reply.statusCode;
  const level = (status >= 400 && !request.shed) || !READS.has(request.method) ? 'info' : 'debug';
  if (!logger.isLevelEnabled(level)) return;
  const line = {
    requestId: request.id,
    operation: request.routeOptions.config.operation?.id,
    method: request.method,
    path: loggedPath(request),
    status,
    milliseconds: Math.round(reply.elapsedTime * 10) / 10,
  };
  logger[level](line, 'answered');
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { RefusalReason } from '../operations/audit-details.ts';
import type { Actor, Origin } from '../operations/audited.ts';
import { type AddressDetail, loggedAddress } from './address.ts';
import { loggedRequestId } from './request-id.ts';
import type { Service } from './service.ts';

/** Ids of this server. Other values in a URL could be secret and are not logged. */
const OWN_ID = /^(?:prj|ply|tkt|inb|ann|mem|mac|key|att)_[0-9a-v]{1,64}$/;

/** Returns a route's path with parameters that are ids. Undefined without a route. */
function loggedPath(url: string | undefined, params: unknown): string | undefined {
  const values = params as Readonly<Record<string, string>>;
  return url?.replace(/:(\w+)/g, (name) => {
    const value = values[name.slice(1)] ?? '';
    return OWN_ID.test(value) ? value : name;
  });
}

const READS = new Set(['GET', 'HEAD']);

/** One line per request. Successful reads, the most, are `debug`. */
export function logRequest(
  logger: Logger,
  request: FastifyRequest,
  reply: FastifyReply,
  addresses: AddressDetail,
): void {
  const status = reply.statusCode;
  const level = (status >= 400 && !request.isFlood) || !READS.has(request.method) ? 'info' : 'debug';
  if (!logger.isLevelEnabled(level)) return;
  const { config, url } = request.routeOptions;
  const line = {
    requestId: loggedRequestId(request.id),
    operation: config.operation?.id,
    method: request.method,
    path: loggedPath(url, request.params),
    status,
    caller: request.caller?.id,
    address: loggedAddress(request.ip, addresses),
    milliseconds: Math.round(reply.elapsedTime * 10) / 10,
  };
  logger[level](line, 'answered');
}

/** Tells where a request came from, for the audit log. */
export function originOf(
  { ip, id }: Pick<FastifyRequest, 'ip' | 'id'>,
  { logAddresses }: Pick<Config, 'logAddresses'>,
): Origin {
  return { address: loggedAddress(ip, logAddresses) ?? null, requestId: loggedRequestId(id) };
}

/** Counts a known caller's refused request for the audit log. */
export function noteRefusal(
  request: Pick<FastifyRequest, 'ip' | 'id' | 'routeOptions'>,
  { refusedRequests, config }: Pick<Service, 'refusedRequests' | 'config'>,
  refusal: { readonly actor: Actor; readonly reason: RefusalReason; readonly now: number },
): void {
  const operation = request.routeOptions.config.operation?.id;
  refusedRequests.note({ ...refusal, operation, origin: originOf(request, config) });
}

import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import type { RefusalReason } from '../operations/audit-details.ts';
import type { Actor, Origin } from '../operations/audited.ts';
import { loggedAddress } from './address.ts';
import { loggedRequestId } from './request-id.ts';
import type { Service } from './service.ts';

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

import { INSTALLATION_LIMITS } from '../config/limits.ts';
import type { Call } from '../operations/operation.ts';
import { installationOf } from '../store/player-reads.ts';
import type { Admitted, ApiRequest, Served } from './api-request.ts';
import { refuseCrossSite } from './same-origin.ts';

/**
 * Counts a request against the limit of its address, before anybody is authenticated.
 *
 * @throws AppError `cross-site`, `rate-limited`
 */
export function limitAddress(
  { operation: { signsIn, ownPagesOnly, addressLimit }, service }: Served,
  request: ApiRequest,
  { address, now }: Pick<Admitted, 'address' | 'now'>,
): void {
  // First: a page of another site must not use up the limit of its visitor.
  if (signsIn || ownPagesOnly) refuseCrossSite(request);
  if (addressLimit !== undefined) service.limits.consume(addressLimit, address, now);
}

/** Counts a request against the limits of its caller. @throws AppError `rate-limited` */
export function limitCaller({ operation, service: { limits } }: Served, caller: Call['caller'], now: number): void {
  if (caller === undefined) return;
  if ('role' in caller) {
    const { method, storesNothing = method === 'GET' } = operation;
    limits.consume('team', caller.id, now);
    if (!storesNothing) limits.consume('teamWrite', caller.id, now);
    return;
  }
  const { session } = caller;
  for (const limit of operation.limits ?? []) {
    limits.consume(limit, INSTALLATION_LIMITS.has(limit) ? installationOf(session) : session.player_id, now);
  }
}

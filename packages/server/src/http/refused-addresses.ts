import type { AppError } from '../errors.ts';
import type { Operation } from '../operations/operation.ts';
import type { ApiRequest } from './api-request.ts';
import { presentedToken, presentsCredentials } from './authenticate.ts';
import type { Service } from './service.ts';

/** The player of a request's token if this service issued it. It can be expired or replaced. */
export function playerOfIssuedToken(request: ApiRequest, { tokenTags }: Service): string | undefined {
  const token = presentedToken(request);
  return token === undefined ? undefined : tokenTags.playerOf(token);
}

/**
 * Refuses a stranger at an address with too many failed authentications, before any other work.
 * Other callers at the same address are not affected: they have a token that this service issued, a
 * key or a session. Returns undefined if the request may go on.
 */
export function refusalOfStranger(
  { auth }: Operation,
  request: ApiRequest,
  service: Service,
  address: string,
): AppError | undefined {
  if (auth === 'none') return undefined;
  const refusal = service.limits.refusal('authAddress', address, service.clock());
  if (refusal === undefined) return undefined;
  const isNoStranger =
    auth === 'player' ? playerOfIssuedToken(request, service) !== undefined : presentsCredentials(request);
  return isNoStranger ? undefined : refusal;
}

/**
 * Authenticates a caller. For an address with failed authentications only a few run at the same
 * time, so that invented credentials do not delay others. Tokens that this service issued, and
 * keys and sessions that were valid recently, do not wait.
 *
 * @throws AppError `rate-limited` if too many wait
 */
export function authenticateInTurn<T>(
  request: ApiRequest,
  service: Service,
  address: string,
  authenticate: () => Promise<T>,
): Promise<T> {
  const isSuspect = presentsCredentials(request) && service.limits.used('authAddress', address, service.clock()) > 0;
  if (
    !isSuspect ||
    playerOfIssuedToken(request, service) !== undefined ||
    service.validCredentials.has(request.headers)
  ) {
    return authenticate();
  }
  return service.lookups.run(address, authenticate);
}

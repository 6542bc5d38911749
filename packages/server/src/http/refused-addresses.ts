import type { AppError } from '../errors.ts';
import type { Operation } from '../operations/operation.ts';
import type { Service } from '../operations/service.ts';
import type { ApiRequest } from './api-request.ts';
import { presentedToken, presentsCredentials } from './authenticate.ts';

/** The player of the token in a request, if this service issued it. It proves no more than that. */
export function issuedTo(request: ApiRequest, { tokenTags }: Service): string | undefined {
  const token = presentedToken(request);
  return token === undefined ? undefined : tokenTags.playerOf(token);
}

/**
 * The refusal of a stranger at an address with too many refused authentications, before any other
 * work. Players and members at the same address go on: they have a token that this service issued,
 * a key or a session.
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
  const known = auth === 'player' ? issuedTo(request, service) !== undefined : presentsCredentials(request);
  return known ? undefined : refusal;
}

/**
 * Authenticates a caller. At an address with refused authentications only a few run at the same
 * time, so that invented credentials do not hold up others. Tokens that this service issued, and
 * keys and sessions that were valid a while ago, do not wait.
 *
 * @throws AppError `rate-limited` if too many wait
 */
export function authenticateInTurn<T>(
  request: ApiRequest,
  service: Service,
  address: string,
  authenticate: () => Promise<T>,
): Promise<T> {
  const suspect = presentsCredentials(request) && service.limits.used('authAddress', address, service.clock()) > 0;
  if (!suspect || issuedTo(request, service) !== undefined || service.validCredentials.has(request.headers)) {
    return authenticate();
  }
  return service.lookups.run(address, authenticate);
}

/** Why a call failed: the problem details (RFC 9457) of the response, as far as it has them. */
export interface Problem {
  /** The HTTP status; 0 without a response of the service. */
  readonly status: number;
  /**
   * The last part of the problem's `type`, such as `ticket-closed`. It never changes: compare it.
   */
  readonly slug: string;
  readonly message: string;
  /** Messages by the JSON name of the field. */
  readonly errors?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Seconds to wait before a retry. */
  readonly retryAfter?: number | undefined;
  /** The id of the request. Include it when you report the failure. */
  readonly requestId?: string | undefined;
}

/** A call failed. Subclasses say why; an unknown problem is a plain SupportError. */
export class SupportError extends Error implements Problem {
  override readonly name: string = 'SupportError';
  declare readonly status: number;
  declare readonly slug: string;
  declare readonly errors: Readonly<Record<string, readonly string[]>>;
  declare readonly retryAfter: number | undefined;
  declare readonly requestId: string | undefined;

  constructor(problem: Problem) {
    super(problem.message);
    Object.assign(this, problem, { errors: problem.errors ?? {} });
  }
}

/**
 * No response of the service. The slug says why: `network` (offline, a timeout, a broken
 * connection), `redirect` (the base URL redirects), `foreign-response` (another server answered).
 */
export class NetworkError extends SupportError {
  override readonly name = 'NetworkError';
}
/** 400: the request is invalid. `errors` has the messages by field. */
export class ValidationError extends SupportError {
  override readonly name = 'ValidationError';
}
/** 401, even with a new access token. */
export class UnauthorizedError extends SupportError {
  override readonly name = 'UnauthorizedError';
}
/** 404: this player has no such ticket or message. */
export class NotFoundError extends SupportError {
  override readonly name = 'NotFoundError';
}
/** 404 of identify: no project has this public key, or the project is disabled. */
export class ProjectUnavailableError extends SupportError {
  override readonly name = 'ProjectUnavailableError';
}
/** 409: the player has ten open tickets already. */
export class OpenTicketLimitError extends SupportError {
  override readonly name = 'OpenTicketLimitError';
}
/** 409: the ticket is closed and takes no replies. */
export class TicketClosedError extends SupportError {
  override readonly name = 'TicketClosedError';
}
/** 409: the team blocked this player, who cannot write any more. */
export class PlayerBlockedError extends SupportError {
  override readonly name = 'PlayerBlockedError';
}
/** 429: too many requests. `retryAfter` says how long to wait. */
export class RateLimitedError extends SupportError {
  override readonly name = 'RateLimitedError';
}
/** 5xx: the server failed. */
export class ServerError extends SupportError {
  override readonly name = 'ServerError';
}

/** By slug. By status for responses without one, such as those of a proxy. */
const CLASSES: Readonly<Record<string, typeof SupportError>> = {
  // Without a prototype: a slug could be `constructor`.
  __proto__: null as never,
  network: NetworkError,
  redirect: NetworkError,
  'foreign-response': NetworkError,
  validation: ValidationError,
  unauthorized: UnauthorizedError,
  'not-found': NotFoundError,
  project_not_found: ProjectUnavailableError,
  project_disabled: ProjectUnavailableError,
  'open-ticket-limit': OpenTicketLimitError,
  'ticket-closed': TicketClosedError,
  'player-blocked': PlayerBlockedError,
  'rate-limited': RateLimitedError,
  400: ValidationError,
  401: UnauthorizedError,
  404: NotFoundError,
  429: RateLimitedError,
};
const UNKNOWN: Problem = { status: 0, slug: 'unknown', message: 'The request failed.' };

export function errorOf(problem: Problem = UNKNOWN): SupportError {
  const { slug, status } = problem;
  return new (CLASSES[slug] ?? CLASSES[status] ?? (status >= 500 ? ServerError : SupportError))(problem);
}

/** An error without a response of the service. */
export function localError(slug: string, message: string): SupportError {
  return errorOf({ status: 0, slug, message });
}

/** The part of an error that the storage keeps. */
export function toProblem(error: unknown): Problem {
  // A spread leaves out the message of an error.
  return { ...UNKNOWN, ...(error as SupportError), message: String((error as Error).message) };
}

/** Whether the service refused the request, and would refuse it again. */
export function isFinal(error: unknown): error is SupportError {
  if (!(error instanceof SupportError) || error instanceof ProjectUnavailableError) return false;
  return error.status < 500 && ![0, 401, 408, 425, 429].includes(error.status);
}

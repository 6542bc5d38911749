/** What an answer of the server says about a failure: RFC 9457 problem details, as far as they could be read. */
export interface Problem {
  /** The HTTP status; 0 where no answer came. */
  readonly status: number;
  /** The end of the problem's `type`, for example `ticket-closed`; stable, switch on it. */
  readonly slug: string;
  readonly message: string;
  /** What is wrong in each field, under its JSON name. */
  readonly errors?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Seconds to wait before another try makes sense. */
  readonly retryAfter?: number | undefined;
  /** Quote it when you report the failure. */
  readonly requestId?: string | undefined;
}

/** A call that failed. Its subclasses say how; one that this version does not know is a plain SupportError. */
export class SupportError extends Error implements Problem {
  override readonly name: string = 'SupportError';
  declare readonly status: number;
  declare readonly slug: string;
  declare readonly errors: Readonly<Record<string, readonly string[]>>;
  declare readonly retryAfter: number | undefined;
  declare readonly requestId: string | undefined;

  constructor(problem: Problem) {
    super(problem.message);
    Object.assign(this, { errors: {} }, problem);
  }
}

/** No answer came: offline, a time-out, a connection that broke. */
export class NetworkError extends SupportError {
  override readonly name = 'NetworkError';
}
/** 400; `errors` has the messages by field. */
export class ValidationError extends SupportError {
  override readonly name = 'ValidationError';
}
/** 401, also after a new token. */
export class UnauthorizedError extends SupportError {
  override readonly name = 'UnauthorizedError';
}
/** 404: no such ticket or message of this player. */
export class NotFoundError extends SupportError {
  override readonly name = 'NotFoundError';
}
/** 404 of identify: no project has this public key, or it is switched off. */
export class ProjectUnavailableError extends SupportError {
  override readonly name = 'ProjectUnavailableError';
}
/** 409: ten tickets are open already. */
export class OpenTicketLimitError extends SupportError {
  override readonly name = 'OpenTicketLimitError';
}
/** 409: a closed ticket takes no replies. */
export class TicketClosedError extends SupportError {
  override readonly name = 'TicketClosedError';
}
/** 409: the team blocked this player from writing. */
export class PlayerBlockedError extends SupportError {
  override readonly name = 'PlayerBlockedError';
}
/** 429; `retryAfter` says when. */
export class RateLimitedError extends SupportError {
  override readonly name = 'RateLimitedError';
}
/** 5xx. */
export class ServerError extends SupportError {
  override readonly name = 'ServerError';
}

/** By slug, and by status for answers of others. */
const CLASSES: Readonly<Record<string, typeof SupportError>> = {
  // A slug may be `constructor`.
  __proto__: null as never,
  network: NetworkError,
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
const UNKNOWN: Problem = { status: 0, slug: 'unknown', message: 'It failed.' };

export function errorOf(problem: Problem = UNKNOWN): SupportError {
  const { slug, status } = problem;
  return new (CLASSES[slug] ?? CLASSES[status] ?? (status >= 500 ? ServerError : SupportError))(problem);
}

/** Whether the same request may succeed later; a definite refusal never does. */
export function isRetryable(error: unknown): error is SupportError {
  if (!(error instanceof SupportError)) return false;
  const { status } = error;
  return status >= 500 || [0, 401, 408, 425, 429].includes(status) || error instanceof ProjectUnavailableError;
}

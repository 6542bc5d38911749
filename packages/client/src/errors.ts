/**
 * Why a call failed. A newer server may send other slugs.
 *
 * - `network`: offline, a timeout, a broken connection, or the browser blocks the request
 * - `redirect`: the base URL redirects
 * - `foreign-response`: another server answered
 * - `aborted`, `signed-out`: the call ended before there was a response
 * - `storage`: it failed, or there is none: texts may be lost when the page or process ends
 * - `outbox-full`, `outbox-expired`: the entry was not sent
 * - `validation`: the request is invalid; `errors` has the messages by field
 * - `unauthorized`: refused even with a new access token
 * - `installation-in-use`: another device has a copy of the storage; retry after `retryAfter`
 * - `not-found`: this player has no such ticket or message
 * - `project_not_found`, `project_disabled`: no project has this public key, or it is disabled
 * - `open-ticket-limit`: the player has ten open tickets already
 * - `ticket-closed`: the ticket takes no replies
 * - `player-blocked`: the team blocked this player
 * - `ticket-full`: the ticket has too many messages
 * - `rate-limited`: too many requests; `retryAfter` says how long to wait
 * - `internal`, `unavailable`: the server failed, or is busy
 * - `unknown`: an error that the SDK did not expect
 */
export type Slug =
  | 'network'
  | 'redirect'
  | 'foreign-response'
  | 'aborted'
  | 'signed-out'
  | 'storage'
  | 'outbox-full'
  | 'outbox-expired'
  | 'validation'
  | 'unauthorized'
  | 'installation-in-use'
  | 'not-found'
  | 'project_not_found'
  | 'project_disabled'
  | 'open-ticket-limit'
  | 'ticket-closed'
  | 'player-blocked'
  | 'ticket-full'
  | 'rate-limited'
  | 'internal'
  | 'unavailable'
  | 'unknown'
  | (string & {});

/** The problem details (RFC 9457) of the response, if any. */
export interface Problem {
  /** The HTTP status; 0 without a response of the service. */
  readonly status: number;
  /** Compare it: it never changes. Empty if a proxy answered without a problem document. */
  readonly slug: Slug;
  readonly message: string;
  /** Of the refused request. */
  readonly path?: string | undefined;
  /** Messages by the JSON name of the field. */
  readonly errors?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Seconds to wait before a retry. */
  readonly retryAfter?: number | undefined;
  /** Include the request's id when you report the failure. */
  readonly requestId?: string | null | undefined;
}

/** A call failed. `slug` says why. */
export class SupportError extends Error implements Problem {
  override readonly name = 'SupportError';
  declare readonly status: number;
  declare readonly slug: Slug;
  declare readonly path: string | undefined;
  declare readonly errors: Readonly<Record<string, readonly string[]>>;
  declare readonly retryAfter: number | undefined;
  declare readonly requestId: string | null | undefined;

  /** @param problem parts can be missing if it comes from a damaged storage */
  constructor(problem?: Partial<Problem>) {
    super(problem?.message);
    Object.assign(this, { status: 0, slug: 'unknown', errors: {} }, problem);
  }
}

/** Makes an error without a response. Its message is the slug where that says all. */
export function localError(slug: Slug, message: string = slug): SupportError {
  return new SupportError({ slug, message });
}

/** Returns what JSON can keep of any thrown value, also of a SupportError of another build. */
export function toProblem(error: unknown): Problem {
  const problem = error as Problem | undefined;
  return { ...new SupportError(problem), message: String(problem?.message ?? error) };
}

/**
 * Returns whether the service would refuse such a request again.
 *
 * @param path how its path begins: a refusal of another request, such as identify, does not count
 */
export function isFinal(error: unknown, path: string): error is SupportError {
  const { path: refused, status } = Object(error) as SupportError;
  return !!refused?.startsWith(path) && status < 500 && ![401, 408, 429].includes(status);
}

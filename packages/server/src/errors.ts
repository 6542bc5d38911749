/**
 * Every problem that an API answers with: its status, its title, and what its page under /problems/ says. The slug is
 * stable: clients switch on it.
 */
export const PROBLEMS = {
  validation: [
    400,
    'The request is not valid.',
    'A field is missing, unknown, too long or not of its type. `errors` names the fields, 20 at most.',
  ],
  'bad-request': [400, 'The request cannot be read.', 'It is not well-formed HTTP.'],
  unauthorized: [
    401,
    'A valid access token is needed.',
    'Send the current token in the header `Authorization: Bearer <token>`, never in the URL. A player token is replaced by each identify, expires, and belongs to one project.',
  ],
  'second-factor-required': [
    401,
    'The code of the second factor is needed.',
    'Send the e-mail address and the password again, with `code`: six digits of the authenticator app, or a recovery code.',
  ],
  forbidden: [
    403,
    'This is not yours to do.',
    'It takes a role that may do more, or a signed-in member instead of a key.',
  ],
  'cross-site': [
    403,
    'This request came from another site.',
    'What changes something with the cookie of a member must come from a page of this very server.',
  ],
  'not-found': [404, 'There is nothing here.', 'The address is wrong, or what it names is not yours to see.'],
  'method-not-allowed': [405, 'This method is not supported here.', 'The header `Allow` lists those that are.'],
  'request-timeout': [408, 'The request took too long to arrive.', 'Send the whole request without pauses.'],
  'open-ticket-limit': [
    409,
    'Too many open tickets.',
    'A player has at most ten tickets that are not closed. Reply in one of them, or wait until the team closes one.',
  ],
  'ticket-closed': [409, 'This ticket is closed.', 'A closed ticket takes no replies. Create a new ticket.'],
  'player-blocked': [
    409,
    'This player cannot write.',
    'The support team blocked it from creating tickets and replying.',
  ],
  'ticket-changed': [
    409,
    'Somebody wrote in this ticket in the meantime.',
    'Read the newer messages, then send again with the id of the newest, or without `afterMessageId`.',
  ],
  'already-exists': [409, 'There is one already.', 'The detail says what.'],
  'member-disabled': [409, 'This member is disabled.', 'Let the member sign in again first: set `disabled` to false.'],
  'key-not-suspended': [
    409,
    'This API key is not suspended.',
    'Only a suspended key can be taken over. Read the list of keys again: somebody may have taken it over or revoked it.',
  ],
  'idempotency-conflict': [
    409,
    'This Idempotency-Key was used for another request.',
    'Use a new key for each new request, and the same key only to repeat the same body.',
  ],
  'payload-too-large': [413, 'The request body is too large.', 'The limit is 64 KiB.'],
  'uri-too-long': [414, 'The address is too long.', 'Shorten the query.'],
  'unsupported-media-type': [
    415,
    'This media type is not supported.',
    'Send application/json, text/json or application/*+json, in UTF-8, without Content-Encoding.',
  ],
  'expectation-failed': [417, 'This expectation cannot be met.', 'The only one that is met is `100-continue`.'],
  'rate-limited': [429, 'Too many requests.', 'Wait as many seconds as the header `Retry-After` says.'],
  'headers-too-large': [431, 'The request headers are too large.', 'The limit is 16 KiB.'],
  internal: [500, 'Something went wrong here.', 'Try again later; quote the X-Request-Id when you report it.'],
  unavailable: [
    503,
    'The service cannot do this right now.',
    'Nothing was half-done. Try again after as many seconds as the header `Retry-After` says.',
  ],
} as const satisfies Record<string, readonly [status: number, title: string, explanation: string]>;

export type ProblemCode = keyof typeof PROBLEMS;

interface AppErrorOptions {
  /** What is wrong in this very request. */
  readonly detail?: string;
  /** Messages by field, for `validation`. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** A failure that the caller is told about. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ProblemCode;
  readonly errors: AppErrorOptions['errors'];
  readonly headers: Readonly<Record<string, string>>;
  readonly detail: string | undefined;

  constructor(code: ProblemCode, { detail, errors, headers, cause }: AppErrorOptions = {}) {
    super(detail ?? PROBLEMS[code][1], { cause });
    this.code = code;
    this.detail = detail;
    this.errors = errors;
    this.headers = headers ?? {};
  }

  get status(): number {
    return PROBLEMS[this.code][0];
  }
}

/** The 404 of identify: no such project, or a disabled one. */
export class ProjectUnavailableError extends Error {
  override readonly name = 'ProjectUnavailableError';
  readonly code: 'project_not_found' | 'project_disabled';

  constructor(code: 'project_not_found' | 'project_disabled') {
    super(
      code === 'project_not_found'
        ? 'No project has this public key. Check projectPublicKey.'
        : 'This project is switched off at the moment.',
    );
    this.code = code;
  }
}

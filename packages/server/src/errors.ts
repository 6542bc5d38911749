import type { ProjectProblem, SecondFactor } from '@player-support/contract/enums';
import {
  type FieldProblemCode,
  type FieldProblems,
  fieldProblem,
  messagesOf,
  type ParametersAfter,
} from '@player-support/contract/field-problems';
import { ANNOUNCEMENT_LOCK_SECONDS, MAX_OPEN_TICKETS } from '@player-support/contract/limits';

const conflict = (title: string, explanation: string) => [409, title, explanation] as const;

/** Status, title and the page under /problems/. Codes are stable: clients depend on them. */
export const PROBLEMS = {
  validation: [
    400,
    'The request is not valid.',
    'A field is missing, unknown, too long or of the wrong type. `errors` names up to 20 fields.',
  ],
  'bad-request': [400, 'The request cannot be read.', 'It is not valid HTTP.'],
  unauthorized: [
    401,
    'A valid access token is required.',
    'Send the current token in the header `Authorization: Bearer <token>`, never in the URL. A player access token belongs to one project and expires. Each identify replaces it.',
  ],
  'second-factor-required': [
    401,
    'The second factor is required.',
    'Send the e-mail address and the password again, with one of `factors`: `code` is six digits from the authenticator app or a recovery code, `passkey` is the response of a passkey.',
  ],
  'second-factor-missing': [
    403,
    'Set up a second factor first.',
    'The owners of the team require a second factor. Set one up in your account: an authenticator app or a passkey.',
  ],
  forbidden: [
    403,
    'You do not have permission.',
    'This needs a higher role, access to more projects, or a signed-in member instead of an API key.',
  ],
  'cross-site': [
    403,
    'This request came from another site.',
    'A request that changes something with the session cookie must come from a page of this server, or send `Sec-Fetch-Site: same-origin`.',
  ],
  'not-found': [404, 'Not found.', 'The address is wrong, or you have no access to what it names.'],
  'method-not-allowed': [405, 'This method is not supported here.', 'The header `Allow` lists the supported methods.'],
  'request-timeout': [408, 'The request took too long to arrive.', 'Send the whole request without pauses.'],
  'open-ticket-limit': conflict(
    'Too many open tickets.',
    `A player can have ${MAX_OPEN_TICKETS} tickets that are not closed. Reply to one of them, or wait until the team closes one.`,
  ),
  'ticket-closed': conflict('This ticket is closed.', 'A closed ticket takes no replies. Create a new ticket.'),
  'ticket-full': conflict(
    'This ticket has too many messages.',
    'A ticket takes a limited number of messages and notes. Write in a new ticket.',
  ),
  'player-blocked': conflict(
    'This player cannot write.',
    'The support team blocked this player. A blocked player cannot create tickets or reply.',
  ),
  'identity-not-set-up': conflict(
    'Players of this project cannot be linked to accounts.',
    'An admin sets up verified identity in the console: Settings, Projects.',
  ),
  'identity-token-refused': [
    403,
    'The identity token is not accepted.',
    'The field `detail` says why. Ask the backend of the game for a new token.',
  ],
  'player-verified': conflict(
    'This player has an account.',
    'Support codes are for players without an account. Link the new installation to the account instead.',
  ),
  'question-answered': conflict(
    'The player has said that it is not fixed.',
    'The ticket is open again, and the team sees it. Reply to the ticket instead.',
  ),
  'support-code-refused': conflict(
    'This support code is not valid.',
    'It is unknown, was used, or has expired: a code is valid for one hour and works once. Ask for a new one.',
  ),
  'still-linked': conflict(
    'This installation is linked to this player.',
    'It has these tickets already. End the link first, with EndLink.',
  ),
  'ticket-changed': conflict(
    'This ticket has newer messages.',
    'Read the new messages. Then send the reply again with the id of the newest one, or without `afterMessageId`.',
  ),
  'ticket-merged': conflict(
    'This ticket is merged into another one.',
    'A merged ticket does not change and takes no messages of the team. The field `detail` names the other ticket: work there, or undo the merge.',
  ),
  'ticket-held': conflict(
    'This ticket is held.',
    'A held ticket does not change and takes no messages of the team. Release it first, with ReleaseHeldTickets.',
  ),
  'merge-refused': conflict(
    'These tickets cannot be merged, or the merge cannot be undone.',
    'The field `detail` says why.',
  ),
  'announcement-begun': conflict(
    'Players may have seen this announcement.',
    `From ${ANNOUNCEMENT_LOCK_SECONDS} seconds before its start, an announcement cannot change, and its creation cannot be undone. Retract it, or delete it, and create a new one.`,
  ),
  'announcement-not-shown': conflict(
    'Players do not see this announcement now.',
    'It has ended or was retracted, or has not begun. Delete one that has not begun, or change its times.',
  ),
  'announcement-changed': conflict(
    'Someone else changed this announcement.',
    'Load it again. Then send the change with its new `revision`, or without `revision`.',
  ),
  'form-changed': conflict(
    'Someone else changed this form.',
    'Load it again. Then send the change with its new `version`.',
  ),
  'known-issue-in-use': conflict(
    'This known issue is in use.',
    'Tickets are linked to it, or an answer is not completely sent. Close it instead, or unlink its tickets first.',
  ),
  'values-missing': conflict(
    'Some tickets have no value for a variable of the answer.',
    'The field `detail` names the variables. Write the answer without them, or send `skipMissing: true`: then these tickets get no answer.',
  ),
  'answer-refused': conflict('This answer cannot be sent or cancelled.', 'The field `detail` says why.'),
  'view-limit': conflict('There are too many saved views.', 'The field `detail` says which. Delete one of them first.'),
  'already-exists': conflict('It already exists.', 'The field `detail` says what exists.'),
  'member-disabled': conflict('This member is disabled.', 'Enable the member first: set `disabled` to false.'),
  'key-not-suspended': conflict(
    'This API key is not suspended.',
    'Only a suspended API key can be taken over. Load the list again: another member may have taken the key over or revoked it.',
  ),
  'idempotency-conflict': conflict(
    'This Idempotency-Key was used for another request.',
    'Use a new key for each new request. Use the same key only to repeat a request with the same body.',
  ),
  'upload-conflict': conflict(
    'The upload does not continue here.',
    'Another request has added bytes, or the file is complete. Send a HEAD for the `Upload-Offset`, and continue there.',
  ),
  'tus-version': [412, 'This version of tus is not supported.', 'Send the header `Tus-Resumable: 1.0.0`.'],
  'payload-too-large': [413, 'The request body is too large.', 'The limit is 64 KiB. Files have a limit of their own.'],
  'uri-too-long': [414, 'The address is too long.', 'Shorten the query.'],
  'unsupported-media-type': [
    415,
    'This media type is not supported.',
    'Send application/json, text/json or application/*+json, in UTF-8, without Content-Encoding.',
  ],
  'file-refused': [
    415,
    'This file is not accepted.',
    'Its bytes say that it is an image, but it is damaged, too large or takes too long to decode. Send another file.',
  ],
  'expectation-failed': [417, 'This expectation is not supported.', 'The server supports only `100-continue`.'],
  'rate-limited': [429, 'Too many requests.', 'Wait for the number of seconds in the header `Retry-After`.'],
  'mention-limit': [
    429,
    'You have mentioned too many members.',
    'Send the note without `mentions`, or wait for the number of seconds in the header `Retry-After`.',
  ],
  'headers-too-large': [431, 'The request headers are too large.', 'The limit is 16 KiB.'],
  internal: [500, 'Something went wrong.', 'Try again later. If you report this problem, include the X-Request-Id.'],
  unavailable: [
    503,
    'The service cannot do this right now.',
    'The request took effect completely or not at all. Try again after the number of seconds in the header `Retry-After`.',
  ],
} as const satisfies Record<string, readonly [status: number, title: string, explanation: string]>;

export type ProblemCode = keyof typeof PROBLEMS;

export interface AppErrorOptions {
  readonly detail?: string;
  /** By field, for `validation`. */
  readonly problems?: FieldProblems;
  /** Proofs that the member can give, for `second-factor-required`. */
  readonly factors?: readonly SecondFactor[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ProblemCode;
  readonly problems: AppErrorOptions['problems'];
  readonly factors: AppErrorOptions['factors'];
  readonly headers: Readonly<Record<string, string>>;
  readonly detail: string | undefined;

  constructor(code: ProblemCode, { detail, problems, factors, headers, cause }: AppErrorOptions = {}) {
    super(detail ?? PROBLEMS[code][1], { cause });
    this.code = code;
    this.detail = detail;
    this.problems = problems;
    this.factors = factors;
    this.headers = headers ?? {};
  }

  get status(): number {
    return PROBLEMS[this.code][0];
  }

  /** The messages by field. Undefined: nothing about fields. */
  get errors(): Record<string, string[]> | undefined {
    return this.problems && messagesOf(this.problems);
  }
}

export function invalid<Code extends FieldProblemCode>(
  field: string,
  code: Code,
  ...parameters: ParametersAfter<Code>
): AppError {
  return new AppError('validation', { problems: { [field]: [fieldProblem(code, ...parameters)] } });
}

/** Throws AppError `validation` if there are problems. */
export function refuseProblems(problems: FieldProblems): void {
  if (Object.keys(problems).length > 0) throw new AppError('validation', { problems });
}

export function ticketFull(
  { messagesPerTicket }: { readonly messagesPerTicket: number },
  places = messagesPerTicket,
): AppError {
  const detail =
    places < messagesPerTicket
      ? `This ticket has ${places} messages and notes. Viewers add no more: the rest is for the conversation.`
      : `A ticket has at most ${messagesPerTicket} messages and notes. Write in a new ticket.`;
  return new AppError('ticket-full', { detail });
}

export function ticketMerged(into: string): AppError {
  return new AppError('ticket-merged', {
    detail: `This ticket is merged into ${into}. Work there, or undo the merge.`,
  });
}

/** The 404 of identify: the project does not exist or is disabled. */
export class ProjectUnavailableError extends Error {
  override readonly name = 'ProjectUnavailableError';
  readonly code: ProjectProblem;

  constructor(code: ProjectProblem) {
    super(
      code === 'project_not_found'
        ? 'No project has this public key. Check projectPublicKey.'
        : 'This project is disabled.',
    );
    this.code = code;
  }
}

/**
 * Clients depend on codes and parameter names (in braces), which never change. Newer servers can
 * have more codes.
 */
export const FIELD_PROBLEMS = {
  // Any field: what its schema says.
  required: 'Is required.',
  'unknown-field': 'Is not a known field.',
  'wrong-type': 'Must be of type {type}.',
  'wrong-value': 'Must be {value}.',
  'wrong-pattern': 'Must match {pattern}.',
  'wrong-choice': 'Must be one of {values}.',
  'wrong-characters': 'Must not contain U+0000 or an unpaired surrogate.',
  'wrong-date-time': 'Must be an ISO 8601 date-time with an offset, such as 2026-01-31T12:00:00Z.',
  blank: 'Must not be blank.',
  empty: 'Must have at least 1 character.',
  'too-short': 'Must have at least {min} characters.',
  'too-long': 'Must have at most {max} characters.',
  'no-items': 'Must have at least 1 item.',
  'too-few-items': 'Must have at least {min} items.',
  'too-many-items': 'Must have at most {max} items.',
  'no-fields': 'Must have at least one field.',
  'too-small': 'Must be >= {min}.',
  'too-large': 'Must be <= {max}.',
  'not-above': 'Must be > {min}.',
  // Other rules of a schema, in its library's words.
  'wrong-schema': '{reason}',

  // The request.
  'not-json-object': 'Must be a JSON object in UTF-8.',
  'token-in-url': 'Must not contain a token, because logs keep URLs.',
  'wrong-idempotency-key': 'Must have 1 to 255 visible ASCII characters.',
  'plain-http':
    'Over plain HTTP, others on the network could read the password. Serve the console over HTTPS. Behind a proxy with TLS, set TRUST_PROXY.',
  'wrong-cursor': 'Must be the nextCursor of an earlier page.',
  'wrong-response-cursor': 'Must be the nextCursor of a response.',
  'cursor-of-other-sort': 'Belongs to the sort {cursorSort}, not to {sort}. Begin with the first page.',
  'wrong-sort': 'The view {view} can be sorted by {sorts}.',
  'too-many-words': 'Must have at most {max} words.',

  // Times.
  'past-time': 'Must be in the future.',
  'invalid-date-time': 'Must be a valid date-time.',
  'invalid-day-or-time': 'Must be a valid date or date-time.',
  'not-a-day-or-time': 'Must be a date, or a date-time with an offset.',
  'unknown-time-zone': 'Must be a name of the IANA time zone database.',
  'unknown-zone-of-times': 'Must be a name of the IANA time zone database, such as Europe/Berlin.',

  // Names and ids.
  'unknown-project': 'Must be the id of a project.',
  'unknown-projects': 'Must be the ids of projects.',
  'unknown-message': 'Must be the id of a message.',
  'unknown-known-issue': 'Must be the id of a known issue of this project.',
  'known-issue-elsewhere': 'Must be a known issue of the project of the ticket.',
  'unknown-locale': 'Must be one of the locales of ListNotices.',
  'wrong-assignee': 'Must be a member who can reply to tickets of this project.',
  'wrong-mentions': 'Must be the ids of members who can see this ticket.',

  // Passwords and factors.
  'common-password': 'Is one of the passwords that attackers try first. Choose another one.',
  'name-password': 'Is little more than a name. Choose a password that nobody can guess.',
  'current-password-needed': 'Is required for a new password.',
  'wrong-current-password': 'This is not the current password.',
  'wrong-own-password': 'This is not your password.',
  'app-code-needed': 'Must be the code that the authenticator app shows now.',
  'code-needed': 'Must be the code that the authenticator app shows now, or a recovery code.',
  'wrong-code': 'This code is wrong or was already used. Send a newer code, or a recovery code.',
  'passkey-needed': 'Use one of your passkeys.',
  'wrong-passkey': 'The response of the browser is wrong or too old. Try again.',
  'logout-token-invalid': 'The logout token is refused. It is not valid.',
  'logout-token-used': 'The logout token is refused. It was used before.',
  'last-owner': 'This is the last owner of all projects. Make another member an owner first.',

  // Addresses and keys.
  'unsafe-link': 'Must be an https URL without a user name or a password.',
  'wrong-url': 'Must be a URL that begins with https://.',
  'url-with-user': 'Must not contain a user name or a password.',
  'url-without-tls': 'Must begin with https://.',
  'url-with-port': 'Must not have a port.',
  'private-address': 'Must not lead to a private address.',
  'name-server-down': 'The name server does not respond. Try again later.',
  'unknown-host': 'Must lead to a server outside private networks.',
  'url-needed': 'Needs a `url`.',
  'identity-keys': 'Send one of jwksUrl, publicKey and secret.',
  'private-key': 'This is a private key. Make a new pair of keys, and paste the public one.',
  'wrong-key-kind': 'Must be a P-256, Ed25519 or RSA key. An RSA key has 2048 to 8192 bits.',
  'wrong-public-key': 'Must be a public key, as PEM or as JWK.',

  // Notifications.
  'address-without-format': 'Is required for a new address.',
  'webhook-without-address': 'Is required for a webhook.',
  'format-without-address': 'Is required for a new format.',
  'quiet-hours-half': 'Set both quietFrom and quietTo, or neither.',
  'quiet-hours-empty': 'Must differ from quietFrom.',
  'address-not-saved': 'Save an address first.',

  // Builds.
  'wrong-build': 'Must be a build, such as 2.4.1 or 1234.',
  'wrong-version': 'Must be numbers with dots between them, such as 2.4.2 or 2.4.2-rc1.',
  'build-kinds-differ': 'Must be of the same kind as minBuild: both whole numbers, or both versions.',
  'builds-reversed': 'Must not come before minBuild.',

  // Tickets.
  'too-many-tags': 'A ticket has at most {max} tags.',
  'same-tag': 'Must be another tag.',
  'tag-too-long-for-view': 'The filter of a saved view would be too long with it.',
  'wrong-merge-target': 'Must be another ticket of the same player.',
  'snooze-with-status': 'A request sets either this or `status`.',
  'snooze-kinds': 'Must have exactly one of `until`, `untilReply` and `untilBuild`.',
  'snooze-too-far': 'Must be in the future, at most {max} days ahead.',
  'snooze-refused': 'Only an open or pending ticket can be snoozed.',
  'held-tickets-choice': 'Send either ticketIds or until.',
  'until-needed': 'Needs `until`.',

  // The nested filter of the queue.
  'filter-not-json': 'Must be JSON.',
  'filter-too-long': 'Must have at most {max} bytes.',
  'filter-not-group': 'Must be a group: `{"all":[...]}` or `{"any":[...]}`.',
  'filter-not-object': 'Each group and condition must be an object.',
  'filter-wrong-group': 'A group has one list: `{name}`.',
  'filter-too-deep': 'Groups can be {max} deep.',
  'filter-too-many-conditions': 'A filter has at most {max} conditions.',
  'filter-too-many-values': 'All conditions together have at most {max} values.',
  'filter-wrong-condition': 'A condition has a `field` and one operator, such as `is`.',
  'filter-unknown-condition': 'There is no such field with this operator: {condition}.',
  'filter-wrong-minutes': '`{operator}` must be a number of minutes, 1 to {max}.',
  'filter-wrong-time': '`{operator}` must be a date or a date-time.',
  'filter-value-count': '`{name}` needs a list of 1 to {max} values.',
  'filter-wrong-value': 'A value of `{name}` is not valid.',
  'filter-wrong-answer': 'Must be the name of a field, a colon and an answer.',
  'search-of-other-view': 'A saved search is about the view all.',

  // Forms.
  'no-text': 'Must have a text.',
  'no-choices': 'Must have choices.',
  'wrong-field-name': 'Must have lower-case letters, digits and _, and a letter first.',
  'field-name-taken': 'Is the name of an earlier field.',
  'choice-taken': 'Is the value of an earlier choice.',
  'not-a-choice-field': 'Must be the name of a field of the kind choice.',
  'not-an-earlier-field': 'Must be the name of an earlier field of the kind choice or yes_no.',
  'not-an-answer': 'Must be an answer of that field.',
  'form-too-long': 'Must have at most {max} characters as JSON.',
  'unknown-ticket-type': 'Must be a ticket type of the project.',
  'too-many-forms': 'At most {max} ticket types of a project can have a form.',
  'too-many-form-versions': 'A form can change {max} times. Use another ticket type.',

  // Texts with variables.
  'unknown-variable': 'Must not contain {variable}, which is not a variable, or not a complete one.',
  'unknown-notice-variable': 'Must not contain {variable}, which is no variable of this notice.',
  'unknown-variables': 'Has unknown or incomplete variables: {variables}.',

  // Macros, known issues and announcements.
  'too-many-macros': 'There are already {max} macros in this project. Delete some first.',
  'too-many-general-macros': 'There are already {max} macros for all projects. Delete some first.',
  'macros-too-long': 'The macros in this project would have {length} characters together. At most {max} are allowed.',
  'general-macros-too-long':
    'The macros for all projects would have {length} characters together. At most {max} are allowed.',
  'default-note-needed': 'Is required: players whose language has no note read English.',
  'too-many-api-keys': 'You and your API keys have created {max} usable keys. Revoke some first.',
  'too-many-links': 'You and your API keys have created {max} open invitations and password links. Delete some first.',
  'too-many-known-issues': 'This project has {max} known issues. Delete old ones first.',
  'notes-too-long':
    'The notes of this project would have {length} characters together. At most {max} are allowed. Shorten notes, or delete known issues.',
  'wrong-end': 'Must be in the future and after startsAt.',
  'start-after-key': 'Must be before your API key expires, at {time}.',
  'too-many-open-announcements':
    'This project has {max} announcements that have not ended. Retract or delete some first.',
  'too-many-announcements': 'This project has {max} announcements. Delete old ones first.',
  'announcements-too-long':
    'The announcements of this project would have {length} characters together. At most {max} are allowed. Delete old ones first.',

  // Players' answers, and files. The team API has only `no-bytes` and `wrong-file-name` of these.
  'not-of-form': 'Is not a field of this version of the form.',
  'not-of-choices': 'Must be one of the choices.',
  'out-of-range': 'Must be within ±{max}.',
  'not-a-date': 'Must be a date, such as 2026-01-31.',
  'no-bytes': 'Must not be empty.',
  'wrong-file-name': 'The name must be in UTF-8. In X-File-Name it can be percent-encoded.',
  'no-length': 'Must not be 0.',
  'part-too-small': 'Must have at least {min} bytes, except the last part.',
  // In the upload library's words.
  'wrong-upload': '{text}',
} as const;

export type FieldProblemCode = keyof typeof FIELD_PROBLEMS;

/** The names in braces. JSON in a message is no parameter. */
type Names<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `"${string}` ? never : Name) | Names<Rest>
  : never;

type NamesOf<Code extends FieldProblemCode> = Names<(typeof FIELD_PROBLEMS)[Code]>;

/** These parameters are numbers, all others texts. */
type NumberName = 'min' | 'max' | 'length';
type ListName = 'values' | 'sorts';

export type FieldProblemParameters<Code extends FieldProblemCode> = {
  readonly [Name in NamesOf<Code>]: Name extends NumberName
    ? number
    : Name extends ListName
      ? readonly string[]
      : string;
};

export type FieldProblem = {
  readonly [Code in FieldProblemCode]: { readonly code: Code; readonly parameters: FieldProblemParameters<Code> };
}[FieldProblemCode];

/** By dotted JSON field names. `$` is the body. */
export type FieldProblems = Record<string, FieldProblem[]>;

export type ParametersAfter<Code extends FieldProblemCode> = [NamesOf<Code>] extends [never]
  ? []
  : [parameters: FieldProblemParameters<Code>];

export function fieldProblem<Code extends FieldProblemCode>(
  code: Code,
  ...[parameters]: ParametersAfter<Code>
): FieldProblem {
  // The cast: the arguments' types tie the parameters to the code.
  return { code, parameters: parameters ?? {} } as FieldProblem;
}

/** Returns the message in English. */
export function messageOf({ code, parameters }: FieldProblem): string {
  const values: Readonly<Record<string, string | number | readonly string[]>> = parameters;
  return FIELD_PROBLEMS[code].replace(/\{(\w+)\}/g, (_match, name: string) => [values[name]].flat().join(', '));
}

export const messagesOf = (problems: FieldProblems): Record<string, string[]> =>
  Object.fromEntries(Object.entries(problems).map(([field, list]) => [field, list.map(messageOf)]));

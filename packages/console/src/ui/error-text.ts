import { ApiError } from '../api/api-error.ts';
import { CodeError, isImportFailure } from '../app/load-code.ts';
import type { Key } from '../i18n/catalogues.ts';
import type { Translate } from '../i18n/text.ts';

/** The texts for the problems that a member can see, by slug. */
export const PROBLEM_TEXTS = {
  offline: 'error.offline',
  validation: 'error.validation',
  'bad-request': 'error.unexpected',
  unauthorized: 'error.unauthorized',
  'second-factor-required': 'error.second-factor',
  'second-factor-missing': 'error.factor-missing',
  forbidden: 'error.forbidden',
  'cross-site': 'error.cross-site',
  'not-found': 'error.not-found',
  'request-timeout': 'error.offline',
  'open-ticket-limit': 'error.open-ticket-limit',
  'player-blocked': 'error.player-blocked',
  'ticket-closed': 'error.ticket-closed',
  'ticket-full': 'error.ticket-full',
  'ticket-changed': 'error.conflict',
  'ticket-merged': 'error.ticket-merged',
  'ticket-held': 'error.ticket-held',
  'still-linked': 'error.still-linked',
  'merge-refused': 'error.merge-refused',
  'player-verified': 'error.player-verified',
  'known-issue-in-use': 'error.known-issue-in-use',
  'view-limit': 'error.view-limit',
  'values-missing': 'error.values-missing',
  'answer-refused': 'error.answer-refused',
  'already-exists': 'error.already-exists',
  'announcement-begun': 'error.announcement-begun',
  'announcement-not-shown': 'error.announcement-not-shown',
  'form-changed': 'error.form-changed',
  'announcement-changed': 'error.announcement-changed',
  'member-disabled': 'error.member-disabled',
  'key-not-suspended': 'error.key-not-suspended',
  'idempotency-conflict': 'error.repeated',
  'payload-too-large': 'error.too-large',
  'file-refused': 'error.file-refused',
  'uri-too-long': 'error.too-large',
  internal: 'error.server',
  unavailable: 'error.server',
} as const satisfies Readonly<Record<string, Key>>;

function hasText(slug: string): slug is keyof typeof PROBLEM_TEXTS {
  return Object.hasOwn(PROBLEM_TEXTS, slug);
}

const minutesOf = ({ retryAfter = 1800 }: ApiError) => Math.max(1, Math.ceil(retryAfter / 60));

/** What an error means and what to do, in the current language. */
export function errorText(error: unknown, t: Translate): string {
  if (error instanceof CodeError) return t(error.isOffline ? 'error.offline' : 'error.version');
  if (!(error instanceof ApiError)) return t(isImportFailure(error) ? 'error.version' : 'error.unexpected');
  if (error.slug === 'mention-limit') return t('error.mention-limit', { count: minutesOf(error) });
  if (error.status === 429) return t('error.busy', { count: error.retryAfter ?? 30 });
  // About the connection, such as missing TLS. Only the server can say what is wrong.
  if (error.slug === 'validation' && error.errors.$ !== undefined && error.detail !== '') return error.detail;
  if (hasText(error.slug)) return t(PROBLEM_TEXTS[error.slug]);
  // From a proxy, or from a server that is newer than this page.
  return error.status >= 500 ? t('error.server') : error.detail || error.title || t('error.unexpected');
}

/** The messages of the server about fields. `count` is the number in the message. */
const FIELD_TEXTS = [
  [/^(?:Is required|Must not be blank)\.$/, (t) => t('field.required')],
  [/^Must have a text\.$/, (t) => t('field.required')],
  [/^Must have lower-case letters, digits and _/, (t) => t('field.name')],
  [/^Is the (?:name|value) of an earlier /, (t) => t('field.taken')],
  [/^Must have choices\.$/, (t) => t('field.choices')],
  [/^Must be the name of an earlier field/, (t) => t('field.earlier-field')],
  [/^Must be an answer of that field\.$/, (t) => t('field.answer')],
  [/^Must have at most \d+ characters as JSON\.$/, (t) => t('field.form-long')],
  [/^At most (\d+) ticket types of a project can have a form\.$/, (t, count) => t('field.forms', { count })],
  [/^A form can change (\d+) times\./, (t, count) => t('field.form-versions', { count })],
  [/^Must have at least (\d+) characters?\.$/, (t, count) => t('field.short', { count })],
  [/^Must have at most (\d+) characters\.$/, (t, count) => t('field.long', { count })],
  [/^Must have at most (\d+) items\.$/, (t, count) => t('field.many', { count })],
  [/^A ticket has at most (\d+) tags\.$/, (t, count) => t('field.many', { count })],
  [/^Must be the ids of members who can see this ticket\.$/, (t) => t('field.mentions')],
  [/^Must be a member who can reply to tickets of this project\.$/, (t) => t('field.assignee')],
  [/^Must have at most (\d+) words\.$/, (t, count) => t('field.words', { count })],
  [/^Must be >= (\d+)\.$/, (t, count) => t('field.least', { count })],
  [/^Must be <= (\d+)\.$/, (t, count) => t('field.most', { count })],
  [/^Must be of type (?:integer|number)/, (t) => t('field.number')],
  [/^Must not contain \{\{/, (t) => t('field.variable')],
  [/^Must not contain U\+0000/, (t) => t('field.characters')],
  [/^Must be an ISO 8601 date-time/, (t) => t('field.time')],
  [/^Must be (?:a build|numbers with dots between them), /, (t) => t('field.build')],
  [/^Must be of the same kind as minBuild: /, (t) => t('field.build-kind')],
  [/^Must not come before minBuild\.$/, (t) => t('field.build-order')],
  [/^Must be an https URL without /, (t) => t('field.https')],
  [/^Is required: players whose language has no note/, (t) => t('field.default-note')],
  [/^Is one of the passwords that attackers try first\./, (t) => t('error.common-password')],
  [/^Is little more than a name\./, (t) => t('error.name-password')],
  [/^This is the last owner of all projects\./, (t) => t('field.last-owner')],
  [/^Must not lead to a private address\.$/, (t) => t('field.private-address')],
  [/^Must be the ids? of (?:a project|projects)\.$/, (t) => t('field.project')],
] as const satisfies readonly (readonly [RegExp, (t: Translate, count: number) => string])[];

/**
 * What is wrong with a field, in the current language. Unknown messages are returned as they are.
 */
export function fieldText(message: string, t: Translate): string {
  for (const [pattern, text] of FIELD_TEXTS) {
    const match = pattern.exec(message);
    if (match !== null) return text(t, Number(match[1] ?? 0));
  }
  return message;
}

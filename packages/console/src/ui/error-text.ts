import { ApiError } from '../api/api-error.ts';
import type { Key } from '../i18n/catalogues.ts';
import type { Translate } from '../i18n/text.ts';

/** What a member can meet, by the slug of the problem's type. What it says is written in both languages. */
export const PROBLEM_TEXTS = {
  offline: 'error.offline',
  validation: 'error.validation',
  'bad-request': 'error.unexpected',
  unauthorized: 'error.unauthorized',
  'second-factor-required': 'error.second-factor',
  forbidden: 'error.forbidden',
  'cross-site': 'error.cross-site',
  'not-found': 'error.not-found',
  'request-timeout': 'error.offline',
  'player-blocked': 'error.player-blocked',
  'ticket-closed': 'error.ticket-closed',
  'ticket-changed': 'error.conflict',
  'already-exists': 'error.already-exists',
  'member-disabled': 'error.member-disabled',
  'key-not-suspended': 'error.key-not-suspended',
  'idempotency-conflict': 'error.repeated',
  'payload-too-large': 'error.too-large',
  'uri-too-long': 'error.too-large',
  internal: 'error.server',
  unavailable: 'error.server',
} as const satisfies Readonly<Record<string, Key>>;

function isKnown(slug: string): slug is keyof typeof PROBLEM_TEXTS {
  return Object.hasOwn(PROBLEM_TEXTS, slug);
}

/** What a failure means to the person in front of it, and what to do. */
export function errorText(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) {
    // What an import() throws whose file an upgrade of the server has replaced; every browser words it otherwise.
    return error instanceof TypeError && /import|module/i.test(error.message)
      ? t('error.version')
      : t('error.unexpected');
  }
  if (error.status === 429) return t('error.busy', { count: error.retryAfter ?? 30 });
  // About no field and no form, but about how the server is reached: only it knows.
  if (error.slug === 'validation' && error.errors.$ !== undefined && error.detail !== '') return error.detail;
  if (isKnown(error.slug)) return t(PROBLEM_TEXTS[error.slug]);
  // A proxy's, or of a server that is newer than this page.
  return error.status >= 500 ? t('error.server') : error.detail || error.title || t('error.unexpected');
}

/** What the server says of single fields; `count` is the number in it. */
const FIELD_TEXTS = [
  [/^(?:Is required|Must not be blank)\.$/, (t) => t('field.required')],
  [/^Must have at least (\d+) characters?\.$/, (t, count) => t('field.short', { count })],
  [/^Must have at most (\d+) characters\.$/, (t, count) => t('field.long', { count })],
  [/^Must have at most (\d+) items\.$/, (t, count) => t('field.many', { count })],
  [/^Must be >= (\d+)\.$/, (t, count) => t('field.least', { count })],
  [/^Must be <= (\d+)\.$/, (t, count) => t('field.most', { count })],
  [/^Must be of type (?:integer|number)/, (t) => t('field.number')],
  [/^Must not contain U\+0000/, (t) => t('field.characters')],
  [/^Must be an ISO 8601 date-time/, (t) => t('field.time')],
  [/^This is the last owner of all projects\./, (t) => t('field.last-owner')],
  [/^Must be the ids? of (?:a project|projects)\.$/, (t) => t('field.project')],
] as const satisfies readonly (readonly [RegExp, (t: Translate, count: number) => string])[];

/** What is wrong with a field, in the language that is spoken; the server's own words where they are not known. */
export function fieldText(message: string, t: Translate): string {
  for (const [pattern, text] of FIELD_TEXTS) {
    const found = pattern.exec(message);
    if (found !== null) return text(t, Number(found[1] ?? 0));
  }
  return message;
}

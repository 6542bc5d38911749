import { ApiError } from '../api/api-error.ts';
import type { Key } from '../i18n/catalogues.ts';
import type { Translate } from '../i18n/text.ts';
import { CodeError, isImportFailure } from '../lib/load-code.ts';

/** By slug. */
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

/** Says what an error means, and what to do. */
export function errorText(error: unknown, t: Translate): string {
  if (error instanceof CodeError) return t(error.isOffline ? 'error.offline' : 'error.version');
  if (!(error instanceof ApiError)) return t(isImportFailure(error) ? 'error.version' : 'error.unexpected');
  if (error.slug === 'mention-limit') return t('error.mention-limit', { count: minutesOf(error) });
  if (error.status === 429) return t('error.busy', { count: error.retryAfter ?? 30 });
  // Only the server can say what is wrong with the connection, such as missing TLS.
  if (error.detail !== '' && error.problems.some(({ field }) => field === '$')) return error.detail;
  if (hasText(error.slug)) return t(PROBLEM_TEXTS[error.slug]);
  // From a proxy or a newer server.
  return error.status >= 500 ? t('error.server') : error.detail || error.title || t('error.unexpected');
}

import type { Problem } from '@player-support/client';
import type { TextKey } from './texts.ts';

/** Why nothing new can be shown, in the banner's words. */
export type Trouble = 'offline' | 'unreachable' | 'busy' | 'unavailable';

/** The service did not answer. */
const NO_RESPONSE: readonly string[] = ['network', 'redirect', 'foreign-response'];

function isProblem(error: unknown): error is Problem {
  return typeof (error as Partial<Problem> | undefined)?.slug === 'string';
}

/** Undefined: the service works. */
export function troubleOf(error: unknown): Trouble | undefined {
  if (!isProblem(error)) return undefined;
  const { slug, status } = error;
  if (slug === 'project_not_found' || slug === 'project_disabled') return 'unavailable';
  if (status === 429 || status === 503 || slug === 'installation-in-use') return 'busy';
  return NO_RESPONSE.includes(slug) || status === 401 || status === 408 || status >= 500 ? 'unreachable' : undefined;
}

const REASONS: Readonly<Record<string, TextKey>> = {
  // Without a prototype: a slug could be `constructor`.
  __proto__: null as never,
  'ticket-closed': 'errorClosed',
  'open-ticket-limit': 'errorTicketLimit',
  'player-blocked': 'errorBlocked',
  'not-found': 'ticketMissing',
  validation: 'errorRefused',
  'outbox-expired': 'errorExpired',
  'outbox-full': 'errorFull',
  'signed-out': 'errorSignedOut',
  'files-unavailable': 'errorFiles',
};

/** Says plainly why a text was not sent. */
export function reasonOf(error: unknown): TextKey {
  if (!isProblem(error)) return 'errorOther';
  return REASONS[error.slug] ?? troubleOf(error) ?? 'errorOther';
}

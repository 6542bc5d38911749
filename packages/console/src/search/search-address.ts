import { TICKET_STATUSES, type TicketStatus } from '@player-support/contract/enums';
import { MAX_ID_LENGTH, MAX_SEARCH_LENGTH, MAX_TICKET_TYPE_LENGTH } from '@player-support/contract/limits';

/** The id of the field, which `/` focuses. */
export const SEARCH_FIELD = 'search-field';

/**
 * The search of the page's URL. Properties are undefined, not absent, so that the router removes
 * them.
 */
export interface SearchAddress {
  readonly q?: string | undefined;
  readonly project?: string | undefined;
  readonly status?: TicketStatus | undefined;
  readonly type?: string | undefined;
}

function text(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  // A character that is cut in half would be refused.
  return [...value.trim()].slice(0, maxLength).join('').toWellFormed();
}

/** Reads the search of a URL. Invalid values are left out. */
export function parseSearchAddress(search: Readonly<Record<string, unknown>>): SearchAddress {
  return {
    q: text(search.q, MAX_SEARCH_LENGTH),
    project: text(search.project, MAX_ID_LENGTH),
    status: TICKET_STATUSES.find((status) => status === search.status),
    type: text(search.type, MAX_TICKET_TYPE_LENGTH),
  };
}

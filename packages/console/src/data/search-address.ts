import { TICKET_STATUSES, type TicketStatus } from '@player-support/contract/enums';
import { MAX_ID_LENGTH, MAX_SEARCH_LENGTH, MAX_TICKET_TYPE_LENGTH } from '@player-support/contract/limits';
import { filterText, parseTicketFilter } from '@player-support/contract/ticket-filter';
import { cutText } from '@player-support/contract/visible-text';

export const SEARCH_FIELD = 'search-field';

/** Properties are undefined, not absent, so that the router removes them. */
export interface SearchAddress {
  readonly q?: string | undefined;
  readonly project?: string | undefined;
  readonly status?: TicketStatus | undefined;
  readonly type?: string | undefined;
  /** A nested filter as JSON, of a saved search made by API. */
  readonly filter?: string | undefined;
  readonly saved?: string | undefined;
}

function text(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  // The server would refuse half a character.
  return cutText(value.trim(), maxLength).toWellFormed();
}

function nested(value: unknown): string | undefined {
  const parsed = typeof value === 'string' ? parseTicketFilter(value) : undefined;
  return parsed !== undefined && 'filter' in parsed ? filterText(parsed.filter) : undefined;
}

export function parseSearchAddress(search: Readonly<Record<string, unknown>>): SearchAddress {
  return {
    q: text(search.q, MAX_SEARCH_LENGTH),
    project: text(search.project, MAX_ID_LENGTH),
    status: TICKET_STATUSES.find((status) => status === search.status),
    type: text(search.type, MAX_TICKET_TYPE_LENGTH),
    filter: nested(search.filter),
    saved: text(search.saved, MAX_ID_LENGTH),
  };
}

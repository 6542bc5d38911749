import type { TicketView } from '@player-support/contract/enums';
import { urlOf } from '../api/url.ts';
import { lastQueueSearch } from '../data/queue/last-queue-search.ts';
import {
  needsMember,
  parseQueueSearch,
  type QueueSearch,
  queueQuery,
  viewFilters,
} from '../data/queue/queue-search.ts';
import { countsRequest, ticketsRequest } from '../data/queue/requests.ts';

/** The first page shows the last chosen project. */
function queueAt(pathname: string, search: string): QueueSearch | undefined {
  if (pathname === '/') return lastQueueSearch();
  return pathname === '/queue' ? parseQueueSearch(Object.fromEntries(new URLSearchParams(search))) : undefined;
}

/** Returns the request for a page's rows. Undefined: no rows, or the member id is needed. */
export function earlyRows(
  pathname: string,
  search: string,
): { readonly path: string; readonly view: TicketView } | undefined {
  const parsed = queueAt(pathname, search);
  if (parsed === undefined || needsMember(parsed)) return undefined;
  const query = queueQuery(parsed, '');
  return { path: urlOf('/tickets', ticketsRequest(query, undefined)), view: query.view };
}

/** Lists a page's first requests, the most important first. */
export function earlyPaths(pathname: string, search: string): string[] {
  const [, page, id] = pathname.split('/');
  const session = urlOf('/session');
  const projects = urlOf('/projects');
  if (page === 'tickets' && id !== undefined) {
    // An id has no characters that a browser encodes.
    return [session, urlOf('/tickets/{ticketId}', { path: { ticketId: id } }), projects];
  }
  const parsed = queueAt(pathname, search);
  if (parsed === undefined) return [session];
  const others = [projects, urlOf('/members')];
  const rows = earlyRows(pathname, search);
  if (rows === undefined) return [session, ...others];
  return [session, rows.path, ...others, urlOf('/tickets/counts', countsRequest(viewFilters(parsed, '')))];
}

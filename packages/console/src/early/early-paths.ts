import { urlOf } from '../api/url.ts';
import { lastQueueSearch } from '../queue/last-queue-search.ts';
import { needsMember, parseQueueSearch, queueQuery, viewFilters } from '../queue/queue-search.ts';
import { countsRequest, ticketsRequest } from '../queue/requests.ts';

/**
 * The requests that the page at an address sends first, the most important one first. They come
 * from the same functions as the queries of the page.
 */
export function earlyPaths(pathname: string, search: string): string[] {
  const [, page, id] = pathname.split('/');
  const session = urlOf('/session');
  const projects = urlOf('/projects');
  if (page === 'tickets' && id !== undefined) {
    // An id has no characters that a browser encodes.
    return [session, urlOf('/tickets/{ticketId}', { path: { ticketId: id } }), projects];
  }
  if (page !== '' && page !== 'queue') return [session];
  // The first page leads to the queue of the last chosen project.
  const parsed = page === '' ? lastQueueSearch() : parseQueueSearch(Object.fromEntries(new URLSearchParams(search)));
  const others = [projects, urlOf('/members')];
  // The id of the member is not known yet.
  if (needsMember(parsed)) return [session, ...others];
  const rows = urlOf('/tickets', ticketsRequest(queueQuery(parsed, ''), undefined));
  const counts = urlOf('/tickets/counts', countsRequest(viewFilters(parsed, '')));
  return [session, rows, ...others, counts];
}

import { urlOf } from '../api/url.ts';
import { needsMember, parseQueueSearch, queueQuery } from '../queue/queue-search.ts';
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
  // The first page leads to the queue, without the search.
  const parsed = parseQueueSearch(page === '' ? {} : Object.fromEntries(new URLSearchParams(search)));
  // The id of the member is not known yet.
  const rows = needsMember(parsed) ? [] : [urlOf('/tickets', ticketsRequest(queueQuery(parsed, ''), undefined))];
  return [session, ...rows, projects, urlOf('/members'), urlOf('/tickets/counts', countsRequest(parsed.project))];
}

import { TicketFacetsQuery, TicketFacetsResponse } from '@player-support/contract/team/queue';
import { ticketTypesOf } from '../../domain/ticket-types.ts';
import { operation } from '../../operations/operation.ts';
import { visibleProjects } from '../../operations/visible-projects.ts';
import type { FacetRow } from '../../store/ticket-facets.ts';
import { tagsOf } from './present-ticket.ts';

/** Read to find values. */
const MAX_RECENT_TICKETS = 1000;

export const getTicketFacets = operation({
  id: 'GetTicketFacets',
  tag: 'Tickets',
  summary: 'List the values that filters can have',
  description: `The values come from up to ${MAX_RECENT_TICKETS} recent tickets, and from the ticket types of the projects.`,
  method: 'GET',
  url: '/api/v1/team/tickets/facets',
  auth: 'team',
  role: 'viewer',
  query: TicketFacetsQuery,
  success: { status: 200, schema: TicketFacetsResponse },

  async handle({ caller, query }, { store, live }) {
    const { projectId } = query;
    const projects = await visibleProjects(store, caller, projectId);
    const projectIds = projects.map(({ project_id }) => project_id);
    const { types, ...ofTickets } = await live.ticketCache.read('facets', projectIds, async () =>
      facetsOf(await store.ticketFacets.recent(projectIds, MAX_RECENT_TICKETS)),
    );
    const projectTypes = projects.flatMap((project) => ticketTypesOf(project).map(({ type }) => type));
    return { status: 200, body: { types: sortedValues([...projectTypes, ...types]), ...ofTickets } };
  },
});

function facetsOf(tickets: readonly FacetRow[]): TicketFacetsResponse {
  return {
    types: sortedValues(tickets.map(({ type }) => type)),
    platforms: sortedValues(tickets.map(({ platform }) => platform)),
    appVersions: sortedValues(tickets.map(({ appVersion }) => appVersion)),
    locales: sortedValues(tickets.map(({ locale }) => locale)),
    tags: sortedValues(tickets.flatMap(({ tags }) => tagsOf(tags))),
  };
}

function sortedValues(values: readonly (string | null)[]): string[] {
  return [...new Set(values.flatMap((value) => value || []))].sort();
}

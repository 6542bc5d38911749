import type { TicketType } from '@player-support/contract/team/projects';
import { TicketCountsQuery, TicketFacetsResponse } from '@player-support/contract/team/queue';
import { shownContext } from '../../domain/context.ts';
import { operation } from '../../operations/operation.ts';
import { problems } from '../../operations/problem-schemas.ts';
import { projectsOf } from '../projects/visible-projects.ts';
import { tagsOf } from './present-ticket.ts';

/** Tickets that are looked at. */
const RECENT = 1000;

export const getTicketFacets = operation({
  id: 'GetTicketFacets',
  summary: 'List the values that filters can have',
  description: `From up to ${RECENT} recent tickets, and the ticket types of the projects.`,
  method: 'GET',
  url: '/api/v1/team/tickets/facets',
  auth: 'team',
  role: 'viewer',
  query: TicketCountsQuery,
  success: { status: 200, schema: TicketFacetsResponse },
  failures: problems(400, 401, 429),

  async handle({ caller, query }, { store }) {
    const { projectId } = query;
    const projects = await projectsOf(store, caller, projectId);
    const projectIds = projects.map(({ project_id }) => project_id);
    const tickets = await store.ticketFacets.recent(projectIds, RECENT);
    // Many tickets have the same context: each is parsed once.
    const contexts = [...new Set(tickets.map(({ context }) => context))].map(shownContext);
    const known = projects.flatMap(({ ticket_types }) =>
      (JSON.parse(ticket_types) as TicketType[]).map(({ type }) => type),
    );
    return {
      status: 200,
      body: {
        types: choices([...known, ...tickets.map(({ type }) => type)]),
        platforms: choices(contexts.map(({ platform }) => platform)),
        appVersions: choices(contexts.map(({ appVersion }) => appVersion)),
        locales: choices(contexts.map(({ locale }) => locale)),
        tags: choices(tickets.flatMap(({ tags }) => tagsOf(tags))),
      },
    };
  },
});

function choices(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))].sort();
}

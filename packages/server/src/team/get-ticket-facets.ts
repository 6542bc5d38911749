import { TicketCountsQuery, TicketFacetsResponse, type TicketType } from '@player-support/contract/team';
import type { Static } from 'typebox';
import { operation } from '../http/operation.ts';
import { problems } from '../http/problem-schemas.ts';
import { projectsOf } from './find.ts';
import { presentTicket } from './present.ts';

/** The newest tickets that are looked at. */
const NEWEST = 1000;

export const getTicketFacets = operation({
  id: 'GetTicketFacets',
  summary: `What filters of the queue can be set to: what the newest ${NEWEST} tickets have, and the types that projects know`,
  method: 'GET',
  url: '/api/v1/team/tickets/facets',
  auth: 'team',
  role: 'viewer',
  query: TicketCountsQuery,
  success: { status: 200, schema: TicketFacetsResponse },
  failures: problems(400, 401, 429),

  async handle({ caller, query }, { store }) {
    const { projectId } = query as Static<typeof TicketCountsQuery>;
    const projects = await projectsOf(store, caller, projectId);
    const projectIds = projects.map(({ project_id }) => project_id);
    const { rows } = await store.queue.page({ view: 'all', projectIds, limit: NEWEST });
    const tickets = rows.map(presentTicket);
    const known = projects.flatMap(({ ticket_types }) =>
      (JSON.parse(ticket_types) as TicketType[]).map(({ type }) => type),
    );
    return {
      status: 200,
      body: {
        types: choices([...known, ...tickets.map(({ type }) => type)]),
        platforms: choices(tickets.map(({ platform }) => platform)),
        appVersions: choices(tickets.map(({ appVersion }) => appVersion)),
        locales: choices(tickets.map(({ locale }) => locale)),
        tags: choices(tickets.flatMap(({ tags }) => tags)),
      },
    };
  },
});

function choices(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))].sort();
}

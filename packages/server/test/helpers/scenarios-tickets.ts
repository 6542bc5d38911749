import { aPlayer, aTicket, team as call, setStatus, teamNote, teamReply } from './builders.ts';
import type { Reply, TestServer } from './harness.ts';
import {
  refusals,
  type Scenario,
  type Scenarios,
  team,
  UNKNOWN_PLAYER,
  UNKNOWN_TICKET,
  writeRefusals,
} from './scenarios.ts';

/** What the operations on tickets, players' histories and macros declare. */
export const DECLARED_BY_TICKETS = {
  ListTickets: [200, 400, 401, 429],
  CountTickets: [200, 400, 401, 429],
  GetTicketFacets: [200, 400, 401, 429],
  UpdateTickets: [200, 400, 401, 403, 429],
  GetTeamTicket: [200, 401, 404, 429],
  UpdateTicket: [200, 400, 401, 403, 404, 429],
  ReplyToTicket: [201, 400, 401, 403, 404, 409, 429],
  AddNote: [201, 400, 401, 403, 404, 409, 429],
  ListTicketsOfPlayer: [200, 401, 404, 429],
  ListInstallations: [200, 401, 404, 429],
  CreateMacro: [201, 400, 401, 403, 429],
  ListMacros: [200, 401, 429],
  UpdateMacro: [200, 400, 401, 403, 404, 429],
  DeleteMacro: [204, 401, 403, 404, 429],
} as const;

const ticketOf = async (server: TestServer) => aTicket(server, await aPlayer(server));

/** The same key for two texts. */
const conflict =
  (kind: 'replies' | 'notes'): Scenario =>
  async (server) => {
    const path = `/api/v1/team/tickets/${await ticketOf(server)}/${kind}`;
    const send = (message: string): Promise<Reply> =>
      server.call('POST', path, { token: server.teamKey, body: { message }, headers: { 'idempotency-key': 'one' } });
    await send('One.');
    return send('Two.');
  };

const aMacro = async (server: TestServer): Promise<string> =>
  (await call(server, 'POST', '/macros', { name: 'Thanks', body: 'Thank you.' })).body.id;

export const TICKETS: Scenarios<typeof DECLARED_BY_TICKETS> = {
  ListTickets: { ...refusals('GET', '/tickets'), 200: team('GET', '/tickets'), 400: team('GET', '/tickets?view=new') },
  CountTickets: {
    ...refusals('GET', '/tickets/counts'),
    200: team('GET', '/tickets/counts'),
    400: team('GET', `/tickets/counts?projectId=${'x'.repeat(101)}`),
  },
  GetTicketFacets: {
    ...refusals('GET', '/tickets/facets'),
    200: team('GET', '/tickets/facets'),
    400: team('GET', `/tickets/facets?projectId=${'x'.repeat(101)}`),
  },
  UpdateTickets: {
    ...writeRefusals('PATCH', '/tickets'),
    200: team('PATCH', '/tickets', { ticketIds: [UNKNOWN_TICKET], status: 'closed' }),
    400: team('PATCH', '/tickets', { ticketIds: [], status: 'closed' }),
  },
  GetTeamTicket: {
    ...refusals('GET', `/tickets/${UNKNOWN_TICKET}`),
    200: async (server) => team('GET', `/tickets/${await ticketOf(server)}`)(server),
    404: team('GET', `/tickets/${UNKNOWN_TICKET}`),
  },
  UpdateTicket: {
    ...writeRefusals('PATCH', `/tickets/${UNKNOWN_TICKET}`),
    200: async (server) => setStatus(server, await ticketOf(server), 'closed'),
    400: (server) => setStatus(server, UNKNOWN_TICKET, 'gone'),
    404: (server) => setStatus(server, UNKNOWN_TICKET, 'closed'),
  },
  ReplyToTicket: {
    ...writeRefusals('POST', `/tickets/${UNKNOWN_TICKET}/replies`),
    201: async (server) => teamReply(server, await ticketOf(server)),
    400: (server) => teamReply(server, UNKNOWN_TICKET, ''),
    404: (server) => teamReply(server, UNKNOWN_TICKET),
    409: conflict('replies'),
  },
  AddNote: {
    ...writeRefusals('POST', `/tickets/${UNKNOWN_TICKET}/notes`),
    201: async (server) => teamNote(server, await ticketOf(server)),
    400: (server) => teamNote(server, UNKNOWN_TICKET, ''),
    404: (server) => teamNote(server, UNKNOWN_TICKET),
    409: conflict('notes'),
  },
  ListTicketsOfPlayer: {
    ...refusals('GET', `/players/${UNKNOWN_PLAYER}/tickets`),
    200: async (server) => team('GET', `/players/${(await aPlayer(server)).id}/tickets`)(server),
    404: team('GET', `/players/${UNKNOWN_PLAYER}/tickets`),
  },
  ListInstallations: {
    ...refusals('GET', `/players/${UNKNOWN_PLAYER}/installations`),
    200: async (server) => team('GET', `/players/${(await aPlayer(server)).id}/installations`)(server),
    404: team('GET', `/players/${UNKNOWN_PLAYER}/installations`),
  },
  CreateMacro: {
    ...writeRefusals('POST', '/macros'),
    201: team('POST', '/macros', { name: 'Thanks', body: 'Thank you.' }),
    400: team('POST', '/macros', { name: '', body: 'Thank you.' }),
  },
  ListMacros: { ...refusals('GET', '/macros'), 200: team('GET', '/macros') },
  UpdateMacro: {
    ...writeRefusals('PATCH', '/macros/mac_a'),
    200: async (server) => team('PATCH', `/macros/${await aMacro(server)}`, { name: 'Renamed' })(server),
    400: team('PATCH', '/macros/mac_a', { name: 1 }),
    404: team('PATCH', '/macros/mac_a', { name: 'Renamed' }),
  },
  DeleteMacro: {
    ...writeRefusals('DELETE', '/macros/mac_a'),
    204: async (server) => team('DELETE', `/macros/${await aMacro(server)}`)(server),
    404: team('DELETE', '/macros/mac_a'),
  },
};

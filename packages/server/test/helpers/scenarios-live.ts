import { aMember, aPlayer, aTicket } from './builders.ts';
import { refusals, type Scenarios, UNKNOWN_TICKET } from './scenarios.ts';

/** What the operations of live updates declare. */
export const DECLARED_BY_LIVE = {
  StreamEvents: [200, 401, 429],
  SetPresence: [204, 400, 401, 403, 404, 429],
} as const;

export const LIVE: Scenarios<typeof DECLARED_BY_LIVE> = {
  StreamEvents: {
    ...refusals('GET', '/events'),
    200: async (server) => {
      const headers = { authorization: `Bearer ${server.teamKey}` };
      const answer = await fetch(`${server.url}/api/v1/team/events`, { headers });
      // It has no end.
      await answer.body?.cancel();
      return { status: answer.status, headers: answer.headers, text: '', body: undefined };
    },
  },
  SetPresence: {
    ...refusals('POST', '/presence'),
    204: async (server) => {
      const ticketId = await aTicket(server, await aPlayer(server));
      return (await aMember(server)).call('POST', '/presence', { ticketId, state: 'viewing' });
    },
    400: async (server) => (await aMember(server)).call('POST', '/presence', { ticketId: UNKNOWN_TICKET }),
    403: async (server) => {
      const { cookie } = await aMember(server);
      const headers = { cookie, 'sec-fetch-site': 'cross-site' };
      return server.call('POST', '/api/v1/team/presence', { headers, body: {} });
    },
    404: async (server) =>
      (await aMember(server)).call('POST', '/presence', { ticketId: UNKNOWN_TICKET, state: 'viewing' }),
  },
};

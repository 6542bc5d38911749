import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { playerOperations, teamOperations } from '../../../src/operations/all.ts';
import type { Operation } from '../../../src/operations/operation.ts';
import {
  anAnnouncement,
  aPlayer,
  aProject,
  aTicket,
  block,
  createTicket,
  directMessage,
  getTicket,
  identify,
  listTickets,
  markRead,
  playerReply,
  poll,
  setStatus,
  updateProject,
} from '../../helpers/builders.ts';
import {
  again,
  nobody,
  refusals,
  type Scenario,
  type Scenarios,
  team,
  UNKNOWN_PLAYER,
  UNKNOWN_TICKET,
  writeRefusals,
} from '../../helpers/scenarios.ts';
import { ACCOUNTS, DECLARED_BY_ACCOUNTS } from '../../helpers/scenarios-accounts.ts';
import { DECLARED_BY_LIVE, LIVE } from '../../helpers/scenarios-live.ts';
import { DECLARED_BY_TICKETS, TICKETS } from '../../helpers/scenarios-tickets.ts';
import { sharedServer } from '../../helpers/shared-server.ts';

/** The specification's "Success response" and "Status codes by operation". */
const SPECIFIED = {
  IdentifyPlayer: [200, 400, 404, 429],
  CreateTicket: [201, 400, 401, 409, 429],
  ListPlayerTickets: [200, 401, 429],
  GetTicket: [200, 401, 404, 429],
  AddTicketMessage: [200, 400, 401, 404, 409, 429],
  GetPlayerInbox: [200, 401, 429],
  MarkInboxMessageRead: [200, 401, 404, 429],
} as const;

/** What the operations of the team API declare. */
const DECLARED_BY_TEAM = {
  CreateProject: [201, 400, 401, 403, 429],
  ListProjects: [200, 401, 429],
  GetProject: [200, 401, 404, 429],
  UpdateProject: [200, 400, 401, 403, 404, 429],
  GetPlayer: [200, 401, 404, 429],
  UpdatePlayer: [200, 400, 401, 403, 404, 429],
  MessagePlayer: [201, 400, 401, 403, 404, 429],
  CreateAnnouncement: [201, 400, 401, 403, 429],
  ListAnnouncements: [200, 400, 401, 429],
  DeleteAnnouncement: [204, 401, 403, 404, 429],
  ...DECLARED_BY_TICKETS,
  ...DECLARED_BY_ACCOUNTS,
  ...DECLARED_BY_LIVE,
} as const;

const PLAYER: Scenarios<typeof SPECIFIED> = {
  IdentifyPlayer: {
    200: async (server) => identify(server, await aProject(server)),
    400: async (server) => identify(server, await aProject(server), { installationId: 1 }),
    404: async (server) => identify(server, await aProject(server), { projectPublicKey: 'unknown' }),
    429: async (server) => {
      const { project, installationId } = await aPlayer(server);
      return identify(server, project, { installationId });
    },
  },
  CreateTicket: {
    201: async (server) => createTicket(server, await aPlayer(server)),
    400: async (server) => createTicket(server, await aPlayer(server), { subject: '' }),
    401: nobody('POST', '/api/v1/tickets'),
    409: async (server) => {
      const player = await aPlayer(server);
      for (let i = 0; i < 10; i++) await aTicket(server, player);
      return createTicket(server, player);
    },
    429: async (server) => {
      const player = await aPlayer(server);
      return again(() => createTicket(server, player));
    },
  },
  ListPlayerTickets: {
    200: async (server) => listTickets(server, await aPlayer(server)),
    401: nobody('GET', '/api/v1/player/tickets'),
    429: async (server) => {
      const player = await aPlayer(server);
      return again(() => listTickets(server, player));
    },
  },
  GetTicket: {
    200: async (server) => {
      const player = await aPlayer(server);
      return getTicket(server, player, await aTicket(server, player));
    },
    401: nobody('GET', `/api/v1/tickets/${UNKNOWN_TICKET}`),
    404: async (server) => getTicket(server, await aPlayer(server), UNKNOWN_TICKET),
    429: async (server) => {
      const player = await aPlayer(server);
      return again(() => getTicket(server, player, UNKNOWN_TICKET));
    },
  },
  AddTicketMessage: {
    200: async (server) => {
      const player = await aPlayer(server);
      return playerReply(server, player, await aTicket(server, player));
    },
    400: async (server) => playerReply(server, await aPlayer(server), UNKNOWN_TICKET, ''),
    401: nobody('POST', `/api/v1/tickets/${UNKNOWN_TICKET}/messages`),
    404: async (server) => playerReply(server, await aPlayer(server), UNKNOWN_TICKET),
    409: async (server) => {
      const player = await aPlayer(server);
      const ticketId = await aTicket(server, player);
      await setStatus(server, ticketId, 'closed');
      return playerReply(server, player, ticketId);
    },
    429: async (server) => {
      const player = await aPlayer(server);
      return again(() => playerReply(server, player, UNKNOWN_TICKET));
    },
  },
  GetPlayerInbox: {
    200: async (server) => poll(server, await aPlayer(server)),
    401: nobody('GET', '/api/v1/player/inbox'),
    429: async (server) => {
      const player = await aPlayer(server);
      return again(() => poll(server, player));
    },
  },
  MarkInboxMessageRead: {
    200: async (server) => {
      const player = await aPlayer(server);
      return markRead(server, player, await directMessage(server, player));
    },
    401: nobody('POST', '/api/v1/player/inbox/inb_a/read'),
    404: async (server) => markRead(server, await aPlayer(server), 'inb_a'),
    429: async (server) => {
      const player = await aPlayer(server);
      return again(() => markRead(server, player, 'inb_a'));
    },
  },
};

const TEAM: Scenarios<typeof DECLARED_BY_TEAM> = {
  CreateProject: {
    ...writeRefusals('POST', '/projects'),
    201: team('POST', '/projects', { name: 'Game' }),
    400: team('POST', '/projects', { name: '' }),
  },
  ListProjects: { ...refusals('GET', '/projects'), 200: team('GET', '/projects') },
  GetProject: {
    ...refusals('GET', '/projects/prj_a'),
    200: async (server) => team('GET', `/projects/${(await aProject(server)).id}`)(server),
    404: team('GET', '/projects/prj_a'),
  },
  UpdateProject: {
    ...writeRefusals('PATCH', '/projects/prj_a'),
    200: async (server) => updateProject(server, await aProject(server), { name: 'Renamed' }),
    400: async (server) => updateProject(server, await aProject(server), { status: 'gone' }),
    404: team('PATCH', '/projects/prj_a', {}),
  },
  GetPlayer: {
    ...refusals('GET', `/players/${UNKNOWN_PLAYER}`),
    200: async (server) => team('GET', `/players/${(await aPlayer(server)).id}`)(server),
    404: team('GET', `/players/${UNKNOWN_PLAYER}`),
  },
  UpdatePlayer: {
    ...writeRefusals('PATCH', `/players/${UNKNOWN_PLAYER}`),
    200: async (server) => block(server, await aPlayer(server)),
    400: team('PATCH', `/players/${UNKNOWN_PLAYER}`, { blocked: 1 }),
    404: team('PATCH', `/players/${UNKNOWN_PLAYER}`, { blocked: true }),
  },
  MessagePlayer: {
    ...writeRefusals('POST', `/players/${UNKNOWN_PLAYER}/messages`),
    201: async (server) =>
      team('POST', `/players/${(await aPlayer(server)).id}/messages`, { title: 'Hello', body: 'Thanks.' })(server),
    400: team('POST', `/players/${UNKNOWN_PLAYER}/messages`, { title: 'Hello' }),
    404: team('POST', `/players/${UNKNOWN_PLAYER}/messages`, { title: 'Hello', body: 'Thanks.' }),
  },
  CreateAnnouncement: {
    ...writeRefusals('POST', '/announcements'),
    201: async (server) => {
      const { id: projectId } = await aProject(server);
      return team('POST', '/announcements', { projectId, title: 'News', body: 'Today.' })(server);
    },
    400: team('POST', '/announcements', { projectId: 'prj_a', title: 'News', body: 'Today.' }),
  },
  ListAnnouncements: {
    ...refusals('GET', '/announcements'),
    200: team('GET', '/announcements'),
    400: team('GET', `/announcements?projectId=${'x'.repeat(101)}`),
  },
  DeleteAnnouncement: {
    ...writeRefusals('DELETE', '/announcements/ann_a'),
    204: async (server) => {
      const id = await anAnnouncement(server, await aProject(server));
      return team('DELETE', `/announcements/${id}`)(server);
    },
    404: team('DELETE', '/announcements/ann_a'),
  },
  ...TICKETS,
  ...ACCOUNTS,
  ...LIVE,
};

/** Every operation's statuses, as it declares them itself. */
function declared(operations: readonly Operation[]): Record<string, number[]> {
  return Object.fromEntries(
    operations.map(({ id, success, failures }) => [id, [success.status, ...Object.keys(failures).map(Number)]]),
  );
}

const server = await sharedServer();
const limits = ['IDENTIFY', 'CREATE', 'REPLY', 'READ', 'AUTH_ADDRESS', 'JOIN_ADDRESS'];
const strict = await sharedServer({ env: Object.fromEntries(limits.map((name) => [`RATE_LIMIT_${name}`, '1'])) });

for (const [api, operations, statuses, scenarios] of [
  ['player', playerOperations, SPECIFIED, PLAYER],
  ['team', teamOperations, DECLARED_BY_TEAM, TEAM],
] as const) {
  describe(`the ${api} API's statuses`, () => {
    test('what the operations declare is what is written here', () => assert.deepEqual(declared(operations), statuses));

    test('every declared status has a scenario, and no other has', () => {
      const shown = Object.entries(scenarios).map(([id, byStatus]) => [id, Object.keys(byStatus).map(Number)]);
      assert.deepEqual(Object.fromEntries(shown), declared(operations));
    });

    for (const [id, byStatus] of Object.entries<Readonly<Record<string, Scenario>>>(scenarios)) {
      for (const [status, scenario] of Object.entries(byStatus)) {
        test(`${id} answers ${status}`, async () => {
          const on = status === '429' ? strict : server;
          on.answers.clear();
          const reply = await scenario(on);
          assert.equal(reply.status, Number(status), reply.text);
          // A 404 might otherwise be that of an address which no operation has.
          assert.ok(on.answers.has(`${id} ${status}`), [...on.answers].join());
        });
      }
    }
  });
}

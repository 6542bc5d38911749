import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MINUTE } from '../../../../src/domain/time.ts';
import { issueSupportCode as operation } from '../../../../src/team/tickets/issue-support-code.ts';
import { assertProblem } from '../../../helpers/assert-problem.ts';
import { aMember, aPlayer, aProject, aTicket, listTickets, type Member, team } from '../../../helpers/builders.ts';
import type { Reply } from '../../../helpers/call.ts';
import { aKey, withKey } from '../../../helpers/grants.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { linked, setUpIdentity } from '../../../helpers/identity.ts';
import type { Scenario, TeamGiven } from '../../../helpers/operation/facts.ts';
import { changed, UNKNOWN_TICKET } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

const ofAccount: Scenario<TeamGiven> = async ({ server, project, prepare, send }) => {
  await setUpIdentity(server, project);
  const player = await aPlayer(server, project);
  const ticketId = await aTicket(server, player);
  await linked(server, player, 'account', server.clock.now);
  const request = await prepare();
  return send({ ...request, path: `/api/v1/team/tickets/${ticketId}/support-code` });
};

testTeamOperation(
  operation,
  {
    access: { role: 'agent', elsewhere: 404 },
    request: async ({ server, project }) => ({
      params: { ticketId: await aTicket(server, await aPlayer(server, project)) },
    }),
    statuses: {
      404: changed({ params: { ticketId: UNKNOWN_TICKET } }),
      409: ofAccount,
    },
    changeFeed: [],
    statements: { usual: 8 },
  },
  () => {
    test('200: after a finder of the old device has used up its codes; each code ends those before', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const [lost, next] = [await aPlayer(server, project), await aPlayer(server, project)];
      const ticketId = await aTicket(server, lost);
      const create = () => server.call('POST', '/api/v1/player/support-code', { token: lost.token });
      const ofFinder = [await create(), await create(), await create()];
      assert.equal((await create()).status, 429);
      const issue = () => team(server, 'POST', `/tickets/${ticketId}/support-code`);
      const [first, second] = [await issue(), await issue()];
      const use = ({ body: { code } }: Reply) =>
        server.call('POST', '/api/v1/player/support-code/use', { token: next.token, body: { code } });
      for (const ended of [ofFinder[0], first]) {
        assert.equal((await use(ended ?? first)).status, 409);
      }
      assert.deepEqual((await use(second)).body, { tickets: 1 });
    });

    test('200: whoever enters the code gets the tickets; 429: a fourth one within 24 hours', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const [lost, next] = [await aPlayer(server, project), await aPlayer(server, project)];
      const ticketId = await aTicket(server, lost);
      const path = `/tickets/${ticketId}/support-code`;
      const { code } = (await team(server, 'POST', path)).body;
      const body = { code };
      await server.call('POST', '/api/v1/player/support-code/use', { token: next.token, body });
      assert.equal((await listTickets(server, next)).body.tickets[0].id, ticketId);
      for (let count = 0; count < 3; count++) assert.equal((await team(server, 'POST', path)).status, 200);
      assertProblem(await team(server, 'POST', path), 429, 'rate-limited', `/api/v1/team${path}`);
    });

    suite('409: a code whose issuer lost its access', () => {
      interface Issuer {
        readonly call: Member['call'];
        readonly end: () => Promise<unknown>;
      }

      const ofMember = (change: object) => async (server: TestServer) => {
        const { id, call } = await aMember(server, 'agent');
        return { call, end: () => team(server, 'PATCH', `/members/${id}`, change) };
      };
      const ofKey = async (server: TestServer, creator: Member['call'], fields: object = {}) => {
        const { key, apiKey } = await aKey(creator, { role: 'agent', ...fields });
        return { call: withKey(server, key), id: apiKey.id };
      };

      const issuers: Record<string, (server: TestServer) => Promise<Issuer>> = {
        'disabled member': ofMember({ disabled: true }),
        'member who only reads now': ofMember({ role: 'viewer' }),
        'member without the project': async (server) => ofMember({ projectIds: [(await aProject(server)).id] })(server),
        'revoked key': async (server) => {
          const { call, id } = await ofKey(server, withKey(server, server.teamKey));
          return { call, end: () => team(server, 'DELETE', `/api-keys/${id}`) };
        },
        'key of a disabled member': async (server) => {
          const admin = await aMember(server, 'admin');
          const { call } = await ofKey(server, admin.call);
          return { call, end: () => team(server, 'PATCH', `/members/${admin.id}`, { disabled: true }) };
        },
        'expired key': async (server) => {
          const expiresAt = new Date(server.clock.now + MINUTE).toISOString();
          const { call } = await ofKey(server, withKey(server, server.teamKey), { expiresAt });
          return { call, end: async () => server.clock.advance(MINUTE) };
        },
      };

      async function aCodeOf(server: TestServer, { call }: Pick<Issuer, 'call'>) {
        const project = await aProject(server);
        const [lost, next] = [await aPlayer(server, project), await aPlayer(server, project)];
        const { status, body } = await call('POST', `/tickets/${await aTicket(server, lost)}/support-code`);
        assert.equal(status, 200);
        return () =>
          server.call('POST', '/api/v1/player/support-code/use', { token: next.token, body: { code: body.code } });
      }

      for (const [name, anIssuer] of Object.entries(issuers)) {
        test(name, async (t) => {
          const server = await startServer(t);
          const issuer = await anIssuer(server);
          const use = await aCodeOf(server, issuer);
          await issuer.end();
          assertProblem(await use(), 409, 'support-code-refused', '/api/v1/player/support-code/use');
        });
      }

      test('also when it has access again', async (t) => {
        const server = await startServer(t);
        const agent = await aMember(server, 'agent');
        const use = await aCodeOf(server, agent);
        for (const disabled of [true, false]) await team(server, 'PATCH', `/members/${agent.id}`, { disabled });
        assert.equal((await use()).status, 409);
      });
    });
  },
);

import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { SECOND } from '../../src/domain/time.ts';
import {
  aPlayer,
  aProject,
  aTicket,
  getTicket,
  identify,
  listTickets,
  type Player,
  team,
} from '../helpers/builders.ts';
import { startServer, type TestServer } from '../helpers/harness.ts';
import { identityToken, linked, setUpIdentity } from '../helpers/identity.ts';
import { beginRequest } from '../helpers/raw-http.ts';

/** Tokens may have been replaced before the bodies arrive. */

async function aServer(t: TestContext) {
  const server = await startServer(t, { env: { RATE_LIMITS: 'off' } });
  const project = await aProject(server);
  await setUpIdentity(server, project);
  return { server, project };
}

/** The token is checked with the head. `end` sends the body and returns the status. */
async function begin(t: TestContext, server: TestServer, { token }: Player, path: string, body?: object) {
  const method = body === undefined ? 'DELETE' : 'POST';
  const head = `${method} ${path} HTTP/1.1\r\nAuthorization: Bearer ${token}\r\nConnection: close`;
  const request = await beginRequest(t, server.url, head, JSON.stringify(body ?? {}));
  return async () => Number((await request.end()).split(' ')[1]);
}

// Within a second only the transaction checks the token.
for (const [when, wait] of [
  ['at once', 0],
  ['after seconds', 5 * SECOND],
] as const) {
  suite(`a slow request that arrives ${when}`, () => {
    test('of a device that an admin has unlinked: 401, and nothing is written', async (t) => {
      const { server, project } = await aServer(t);
      const owner = await linked(server, await aPlayer(server, project), 'owner');
      const ticket = await aTicket(server, owner);
      const device = await aPlayer(server, project);
      const lost = await linked(server, device, 'owner');
      const stranger = await aPlayer(server, project);
      await aTicket(server, stranger);
      const { body: code } = await server.call('POST', '/api/v1/player/support-code', { token: stranger.token });
      const fields = { projectPublicKey: project.publicKey, type: 'bug', subject: 's', message: 'm' };
      const identity = { identityToken: await identityToken('another', server.clock.now) };
      const requests = [
        await begin(t, server, lost, `/api/v1/tickets/${ticket}/messages`, { message: 'From the lost device.' }),
        await begin(t, server, lost, '/api/v1/tickets', fields),
        await begin(t, server, lost, '/api/v1/player/support-code/use', { code: code.code }),
        await begin(t, server, lost, '/api/v1/player/link', identity),
      ];
      assert.equal((await team(server, 'DELETE', `/players/${owner.id}/links/${device.id}`)).status, 200);
      server.clock.advance(wait);
      assert.deepEqual(await Promise.all(requests.map((end) => end())), [401, 401, 401, 401]);
      assert.equal((await getTicket(server, owner, ticket)).body.messages.length, 1);
      assert.equal((await listTickets(server, owner)).body.tickets.length, 1);
    });

    for (const [kind, subject] of [
      ['an installation', undefined],
      ['an account', 'owner'],
    ] as const) {
      test(`with a token of ${kind} that identify has replaced: 401, and nothing is written`, async (t) => {
        const { server, project } = await aServer(t);
        const device = await aPlayer(server, project);
        const player = subject === undefined ? device : await linked(server, device, subject, server.clock.now);
        const ticket = await aTicket(server, player);
        const fields = { projectPublicKey: project.publicKey, type: 'bug', subject: 's', message: 'm' };
        const token = await identityToken('stranger', server.clock.now);
        const requests = [
          await begin(t, server, player, '/api/v1/player/link', { identityToken: token }),
          await begin(t, server, player, '/api/v1/tickets', fields),
          await begin(t, server, player, `/api/v1/tickets/${ticket}/messages`, { message: 'Late.' }),
        ];
        const { body } = await identify(server, project, { installationId: device.installationId });
        server.clock.advance(wait);
        assert.deepEqual(await Promise.all(requests.map((end) => end())), [401, 401, 401]);
        const now = { ...player, token: body.playerAccessToken };
        assert.equal((await listTickets(server, now)).body.tickets.length, 1);
        assert.equal((await getTicket(server, now, ticket)).body.messages.length, 1);
      });
    }
  });
}

test('a slow request with a valid token works, also of an account', async (t) => {
  const { server, project } = await aServer(t);
  const player = await linked(server, await aPlayer(server, project), 'owner');
  const fields = { projectPublicKey: project.publicKey, type: 'bug', subject: 's', message: 'm' };
  const end = await begin(t, server, player, '/api/v1/tickets', fields);
  server.clock.advance(5 * SECOND);
  assert.equal(await end(), 201);
});

import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY, SECOND } from '../../../src/domain/time.ts';
import {
  aPlayer,
  aProject,
  aTicket,
  block,
  createTicket,
  getTicket,
  identify,
  type Player,
  type Project,
  team,
  updateProject,
} from '../../helpers/builders.ts';
import { type Reply, startServer, type TestServer } from '../../helpers/harness.ts';
import { identityToken, link, linked, setUpIdentity, unlink } from '../../helpers/identity.ts';
import { beginRequest } from '../../helpers/raw-http.ts';

/** What a stranger, a lost device or a blocked player tries with accounts and support codes. */

async function aServer(t: TestContext, env: Record<string, string> = { RATE_LIMITS: 'off' }) {
  const server = await startServer(t, { env });
  const project = await aProject(server);
  await setUpIdentity(server, project);
  return { server, project };
}

/** Sends the head of a request with the token of the player. `end` sends the body. Returns the status. */
async function begun(t: TestContext, server: TestServer, player: Player, path: string, body: object) {
  const head = `POST ${path} HTTP/1.1\r\nAuthorization: Bearer ${player.token}\r\nConnection: close`;
  const request = await beginRequest(t, server.url, head, JSON.stringify(body));
  // Its token is checked before the body.
  await sleep(300);
  return async () => Number((await request.end()).split(' ')[1]);
}

const supportCode = (server: TestServer, { token }: Player): Promise<Reply> =>
  server.call('POST', '/api/v1/player/support-code', { token });

const useCode = (server: TestServer, { token }: Player, { body: { code } }: Reply): Promise<Reply> =>
  server.call('POST', '/api/v1/player/support-code/use', { token, body: { code } });

const after = (player: Player, { body }: Reply): Player => ({
  ...player,
  id: body.playerId,
  token: body.playerAccessToken,
});

test('a device that an admin has unlinked cannot finish what it began', async (t) => {
  const { server, project } = await aServer(t);
  const owner = await linked(server, await aPlayer(server, project), 'owner');
  const ticket = await aTicket(server, owner);
  const device = await aPlayer(server, project);
  const lost = await linked(server, device, 'owner');
  const stranger = await aPlayer(server, project);
  await aTicket(server, stranger);
  const { code } = (await supportCode(server, stranger)).body;
  const fields = { projectPublicKey: project.publicKey, type: 'bug', subject: 's', message: 'm' };
  const requests = [
    await begun(t, server, lost, `/api/v1/tickets/${ticket}/messages`, { message: 'From the lost device.' }),
    await begun(t, server, lost, '/api/v1/tickets', fields),
    await begun(t, server, lost, '/api/v1/player/support-code/use', { code }),
  ];
  assert.equal((await team(server, 'DELETE', `/players/${owner.id}/links/${device.id}`)).status, 200);
  server.clock.advance(5 * SECOND);
  assert.deepEqual(await Promise.all(requests.map((end) => end())), [401, 401, 401]);
  assert.equal((await getTicket(server, owner, ticket)).body.messages.length, 1);
});

test('a token that was replaced links nothing', async (t) => {
  const { server, project } = await aServer(t);
  const player = await aPlayer(server, project);
  const token = await identityToken('stranger', server.clock.now);
  const end = await begun(t, server, player, '/api/v1/player/link', { identityToken: token });
  await identify(server, project, { installationId: player.installationId });
  server.clock.advance(5 * SECOND);
  assert.equal(await end(), 401);
});

test('a token works once, also with a fraction of a second in `exp`', async (t) => {
  const { server, project } = await aServer(t);
  const exp = Math.floor(server.clock.now / 1000) + 2.9;
  const token = await identityToken('account', server.clock.now, { exp });
  const replies = [await link(server, await aPlayer(server, project), token)];
  server.clock.now = Math.floor(exp * 1000) + 20;
  replies.push(await link(server, await aPlayer(server, project), token));
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 403],
  );
  const odd = await identityToken('odd', server.clock.now, { exp: server.clock.now / 1000 + 300.1234567 });
  assert.ok([200, 403].includes((await link(server, await aPlayer(server, project), odd)).status));
});

test('a device does not get rid of a block by a link to another account', async (t) => {
  const { server, project } = await aServer(t);
  const blocked = await linked(server, await aPlayer(server, project), 'blocked');
  await block(server, blocked);
  const other = await linked(server, blocked, 'other');
  assert.equal((await createTicket(server, other)).status, 409);
});

test('a block that was lifted does not come back on another account', async (t) => {
  const { server, project } = await aServer(t);
  const device = await aPlayer(server, project);
  await block(server, device);
  const first = await linked(server, device, 'first');
  await block(server, first, false);
  const second = await linked(server, await aPlayer(server, project), 'second');
  await linked(server, first, 'second');
  assert.equal((await createTicket(server, second)).status, 201);
});

test('a code of a blocked player does not block the player who enters it', async (t) => {
  const { server, project } = await aServer(t);
  const blocked = await aPlayer(server, project);
  await block(server, blocked);
  const code = await supportCode(server, blocked);
  const tricked = await linked(server, await aPlayer(server, project), 'tricked');
  await useCode(server, tricked, code);
  assert.equal((await createTicket(server, tricked)).status, 201);
});

const LIMITS = {
  newPlayersPerAddress: 300,
  newPlayersPerProject: 6000,
  newPlayerTicketsPerAddress: 5,
  newPlayerTicketsPerProject: 3000,
};

async function limited(server: TestServer, project: Project): Promise<void> {
  assert.equal((await updateProject(server, project, { limits: LIMITS })).status, 200);
}

test('codes do not make many players old', async (t) => {
  const { server, project } = await aServer(t, {});
  await limited(server, project);
  let old = [await aPlayer(server, project)];
  server.clock.advance(2 * DAY);
  for (let round = 0; round < 2; round++) {
    for (const player of [...old]) {
      for (let count = 0; count < 3; count++) {
        const next = await aPlayer(server, project);
        if ((await useCode(server, next, await supportCode(server, player))).status === 200) old = [...old, next];
      }
    }
  }
  let created = 0;
  for (const player of old) {
    for (let count = 0; count < 10; count++) if ((await createTicket(server, player)).status === 201) created++;
  }
  // The old player, wherever its history is now, and what new players may do.
  assert.ok(created <= 10 + LIMITS.newPlayerTicketsPerAddress, `${old.length} players created ${created} tickets`);
});

test('a device links ten times in a minute, whatever its account', async (t) => {
  const { server, project } = await aServer(t, {});
  let device = await aPlayer(server, project);
  let links = 0;
  for (let count = 0; count < 30; count++) {
    const reply = await link(server, device, await identityToken(`guest ${count}`, server.clock.now));
    if (reply.status !== 200) continue;
    device = after(device, reply);
    links++;
  }
  assert.equal(links, 10);
});

test('an admin gives tickets back after the device has left the wrong account', async (t) => {
  const { server, project } = await aServer(t);
  const player = await aPlayer(server, project);
  const ticket = await aTicket(server, player);
  const wrong = await linked(server, player, 'wrong');
  const own = after(player, await unlink(server, wrong));
  assert.equal((await team(server, 'DELETE', `/players/${wrong.id}/links/${player.id}`)).status, 200);
  const { body } = await identify(server, project, { installationId: player.installationId });
  assert.equal((await getTicket(server, { ...own, token: body.playerAccessToken }, ticket)).status, 200);
});

test('keys that nobody can import are no error of the server', async (t) => {
  const keys = [{ kty: 'EC', crv: 'P-256', alg: 'ES256', kid: 'k', x: 'AAAA', y: 'AAAA' }];
  const service = http.createServer((_request, response) => response.end(JSON.stringify({ keys })));
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
  t.after(() => service.close());
  const { port } = service.address() as AddressInfo;
  const { server, project } = await aServer(t, { RATE_LIMITS: 'off', WEBHOOK_ALLOW_PRIVATE: 'on' });
  await setUpIdentity(server, project, { jwksUrl: `http://127.0.0.1:${port}/keys` });
  const [, claims] = (await identityToken('account', server.clock.now)).split('.');
  const head = Buffer.from(JSON.stringify({ alg: 'ES256', kid: 'k' })).toString('base64url');
  const forged = `${head}.${claims}.${Buffer.alloc(64, 1).toString('base64url')}`;
  const { status } = await link(server, await aPlayer(server, project), forged);
  assert.ok([403, 503].includes(status), `status ${status}`);
});

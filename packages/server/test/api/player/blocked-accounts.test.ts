import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { assertProblem } from '../../helpers/assert-problem.ts';
import { aPlayer, aProject, aTicket, block, createTicket, seenPlayer, team } from '../../helpers/builders.ts';
import { startServer } from '../../helpers/harness.ts';
import { afterLink, linked, setUpIdentity, unlink } from '../../helpers/identity.ts';

async function aServer(t: TestContext) {
  const server = await startServer(t, { env: { RATE_LIMITS: 'off' } });
  const project = await aProject(server);
  await setUpIdentity(server, project);
  return { server, project };
}

test('a device does not get rid of a block by a link to another account', async (t) => {
  const { server, project } = await aServer(t);
  const blocked = await linked(server, await aPlayer(server, project), 'blocked');
  await block(server, blocked);
  const other = await linked(server, blocked, 'other');
  assert.equal((await createTicket(server, other)).status, 409);
});

test('a device of a blocked account is still blocked when its link has ended', async (t) => {
  const { server, project } = await aServer(t);
  const device = await aPlayer(server, project);
  const account = await linked(server, device, 'blocked');
  await block(server, account);
  const alone = afterLink(device, await unlink(server, account));
  assert.equal(alone.id, device.id);
  assert.equal((await createTicket(server, alone)).status, 409);
  assert.equal((await seenPlayer(server, device.id)).blocked, true);
});

test('the tickets of a blocked account stay out of the queue when another device is linked to it', async (t) => {
  const { server, project } = await aServer(t);
  const account = await linked(server, await aPlayer(server, project), 'blocked');
  const device = await aPlayer(server, project);
  for (const player of [account, device]) await aTicket(server, player);
  await block(server, account);
  const waiting = async () => (await team(server, 'GET', '/tickets/counts')).body.attention.count;
  assert.equal(await waiting(), 1);
  await linked(server, device, 'blocked');
  assert.equal(await waiting(), 0);
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

test('a blocked player gets no support code, also from an agent, and an earlier one is refused', async (t) => {
  const { server, project } = await aServer(t);
  const blocked = await aPlayer(server, project);
  const ticket = await aTicket(server, blocked);
  const path = '/api/v1/player/support-code';
  const { body } = await server.call('POST', path, { token: blocked.token });
  await block(server, blocked);
  assertProblem(await server.call('POST', path, { token: blocked.token }), 409, 'player-blocked', path);
  const issued = await team(server, 'POST', `/tickets/${ticket}/support-code`);
  assertProblem(issued, 409, 'player-blocked', `/api/v1/team/tickets/${ticket}/support-code`);
  const tricked = await linked(server, await aPlayer(server, project), 'tricked');
  const use = () => server.call('POST', `${path}/use`, { token: tricked.token, body: { code: body.code } });
  const refused = await use();
  assertProblem(refused, 409, 'player-blocked', `${path}/use`);
  assert.match(refused.body.detail, /who got this code/);
  assert.equal((await createTicket(server, tricked)).status, 201);
  await block(server, blocked, false);
  assert.deepEqual((await use()).body, { tickets: 1 });
});

test('an admin takes back a block that came with a link by mistake', async (t) => {
  const { server, project } = await aServer(t);
  const owner = await linked(server, await aPlayer(server, project), 'owner');
  const device = await aPlayer(server, project);
  await aTicket(server, device);
  await block(server, device);
  await linked(server, device, 'owner');
  assert.equal((await createTicket(server, owner)).status, 409);
  const path = `/players/${owner.id}/links/${device.id}?returnTickets=true`;
  assert.deepEqual((await team(server, 'DELETE', path)).body, { tickets: 1 });
  assert.equal((await createTicket(server, owner)).status, 201);
  assert.equal((await seenPlayer(server, device.id)).blocked, true);
});

test('a block of the account itself stays when an admin gives tickets back', async (t) => {
  const { server, project } = await aServer(t);
  const owner = await linked(server, await aPlayer(server, project), 'owner');
  const device = await aPlayer(server, project);
  await aTicket(server, device);
  await linked(server, device, 'owner');
  await block(server, owner);
  await team(server, 'DELETE', `/players/${owner.id}/links/${device.id}?returnTickets=true`);
  assert.equal((await createTicket(server, owner)).status, 409);
});

test('tickets have the block of the account that they come to, also after they are given back', async (t) => {
  const { server, project } = await aServer(t);
  const owner = await linked(server, await aPlayer(server, project), 'owner');
  await block(server, owner);
  const device = await aPlayer(server, project);
  const ticket = await aTicket(server, device);
  await linked(server, device, 'owner');
  const isBlocked = async () => (await team(server, 'GET', `/tickets/${ticket}`)).body.playerBlocked;
  assert.equal(await isBlocked(), true);
  const path = `/players/${owner.id}/links/${device.id}?returnTickets=true`;
  assert.deepEqual((await team(server, 'DELETE', path)).body, { tickets: 1 });
  assert.equal(await isBlocked(), true);
});

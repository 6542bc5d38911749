import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { DAY } from '../../../src/domain/time.ts';
import {
  aPlayer,
  aProject,
  createTicket,
  type Player,
  type Project,
  team,
  updateProject,
} from '../../helpers/builders.ts';
import type { Reply } from '../../helpers/call.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';
import { afterLink, identityToken, link, setUpIdentity, unlink } from '../../helpers/identity.ts';

async function aServer(t: TestContext) {
  const server = await startServer(t);
  const project = await aProject(server);
  await setUpIdentity(server, project);
  return { server, project };
}

const LIMITS = {
  newPlayersPerAddress: 300,
  newPlayersPerProject: 6000,
  newPlayerTicketsPerAddress: 5,
  newPlayerTicketsPerProject: 3000,
};

async function limited(server: TestServer, project: Project, limits: object = {}): Promise<void> {
  assert.equal((await updateProject(server, project, { limits: { ...LIMITS, ...limits } })).status, 200);
}

const supportCode = (server: TestServer, { token }: Player): Promise<Reply> =>
  server.call('POST', '/api/v1/player/support-code', { token });

const useCode = (server: TestServer, { token }: Player, { body: { code } }: Reply): Promise<Reply> =>
  server.call('POST', '/api/v1/player/support-code/use', { token, body: { code } });

test('codes do not make many players old', async (t) => {
  const { server, project } = await aServer(t);
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
  // The old player, wherever its history is, and what new players may do.
  assert.ok(created <= 10 + LIMITS.newPlayerTicketsPerAddress, `${old.length} players created ${created} tickets`);
});

test('a device links ten times in a minute, whatever its account', async (t) => {
  const { server, project } = await aServer(t);
  let device = await aPlayer(server, project);
  let links = 0;
  for (let count = 0; count < 30; count++) {
    const reply = await link(server, device, await identityToken(`guest ${count}`, server.clock.now));
    if (reply.status !== 200) continue;
    device = afterLink(device, reply);
    links++;
  }
  assert.equal(links, 10);
});

test('a device that unlinks and links again is not old again', async (t) => {
  const { server, project } = await aServer(t);
  await limited(server, project, { newPlayerTicketsPerAddress: 1 });
  const device = await aPlayer(server, project);
  server.clock.advance(2 * DAY);
  const account = afterLink(device, await link(server, device, await identityToken('one', server.clock.now)));
  const alone = afterLink(device, await unlink(server, account));
  assert.deepEqual(
    [(await createTicket(server, alone)).status, (await createTicket(server, alone)).status],
    [201, 429],
  );
});

test('a new account counts as a new player, an old one does not, and a refused link counts nothing', async (t) => {
  const { server, project } = await aServer(t);
  await limited(server, project, { newPlayersPerAddress: 5 });
  const devices = [await aPlayer(server, project), await aPlayer(server, project), await aPlayer(server, project)];
  const [one, two, three] = devices as [Player, Player, Player];
  const token = (subject: string) => identityToken(subject, server.clock.now);
  const used = await token('first');
  assert.equal((await link(server, one, used)).status, 200);
  assert.equal((await link(server, two, await token('first'))).status, 200);
  assert.equal((await link(server, three, used)).status, 403);
  const account = afterLink(three, await link(server, three, await token('second')));
  assert.equal((await link(server, account, await token('third'))).status, 429);
  assert.equal((await link(server, account, await token('first'))).status, 200);
});

test('a device adds 20 entries to the audit log in a day; its links work all the same', async (t) => {
  const { server, project } = await aServer(t);
  let device = await aPlayer(server, project);
  for (let count = 0; count < 15; count++) {
    server.clock.advance(60_000);
    device = afterLink(device, await link(server, device, await identityToken('account', server.clock.now)));
    device = afterLink(device, await unlink(server, device));
  }
  const entriesOf = async () =>
    (await team(server, 'GET', `/audit?actorId=${device.id}`)).body.entries as { action: string }[];
  assert.equal((await entriesOf()).length, 20);
  server.clock.advance(DAY);
  const again = afterLink(device, await link(server, device, await identityToken('account', server.clock.now)));
  assert.notEqual(again.id, device.id);
  assert.equal((await entriesOf()).length, 21);
});

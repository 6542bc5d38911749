import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { cookieOf } from '../helpers/accounts.ts';
import { aMember, aPlayer, aTicket, eventually, fromOwnPage, team, updateProject } from '../helpers/builders.ts';
import { isTicket, openStream, type ReceivedEvent, receivedSoFar } from '../helpers/event-streams.ts';
import type { TestServer } from '../helpers/harness.ts';
import { liveDatabase, Screen, startLiveNodes, twoServers } from '../helpers/live-nodes.ts';
import { startPgbouncer } from '../helpers/pgbouncer.ts';
import { connect, startNodes } from '../helpers/postgres-nodes.ts';
import { rounds } from '../helpers/rounds.ts';

test('a change on one node reaches streams of the other node', async (t) => {
  const { nodes } = await startLiveNodes(t);
  const [here, there] = nodes;
  const player = await aPlayer(here);
  const listener = await openStream(t, there);
  for (let round = 0; round < 5; round++) {
    await listener.received(isTicket(await aTicket(here, await aPlayer(here, player.project))));
  }
  await updateProject(here, player.project, { name: 'Renamed' });
  await listener.received(({ name, data }) => name === 'settings' && data.what === 'projects');
  assert.equal(listener.events.filter(({ name }) => name === 'reset').length, 1, 'only the reset at the beginning');
});

test('changes during a broken connection between the nodes reach both nodes later', async (t) => {
  const { nodes, url, listeners } = await startLiveNodes(t);
  const { project } = await aPlayer(nodes[0]);
  const screens = await Promise.all(
    nodes.map(async (node) => {
      const screen = new Screen(await connect(t, url));
      await openStream(t, node, { onEvent: (event) => screen.handle(event) });
      return screen;
    }),
  );
  for (const one of [0, 1] as const) {
    await listeners.cut(one);
    const made = await Promise.all(nodes.map(async (node) => aTicket(node, await aPlayer(node, project))));
    await listeners.bothListen();
    for (const screen of screens) {
      await eventually(async () => {
        await screen.loaded();
        return made.every((ticketId) => screen.shown.has(ticketId));
      });
    }
  }
});

test('a stream that breaks while its node does not listen resumes on either node without missing a change', async (t) => {
  const { nodes, url, listeners } = await startLiveNodes(t);
  const [here, there] = nodes;
  const { project } = await aPlayer(here);
  for (const resumedOn of [here, there]) {
    const screen = new Screen(await connect(t, url));
    const onEvent = (event: ReceivedEvent) => screen.handle(event);
    const stream = await openStream(t, here, { onEvent });
    await stream.received(isTicket(await aTicket(here, await aPlayer(here, project))));
    await listeners.cut(0);
    const missed = await aTicket(there, await aPlayer(there, project));
    stream.disconnect();
    await stream.ended;
    await listeners.bothListen();
    const resumed = await openStream(t, resumedOn, { lastEventId: stream.lastEventId(), onEvent });
    await eventually(async () => {
      await screen.loaded();
      return screen.shown.has(missed);
    });
    resumed.disconnect();
  }
});

test('behind a pooler nodes cannot listen for changes, so streams get a reset at intervals', async (t) => {
  const pooled = await startPgbouncer(t, 3, []);
  const [here, there] = await startNodes(t, 2, pooled.url);
  if (here === undefined || there === undefined) throw new Error('no nodes');
  const listener = await openStream(t, there);
  const own = await openStream(t, here);
  const ticketId = await aTicket(here, await aPlayer(here));
  await own.received(isTicket(ticketId));
  // One at the beginning, one every 15 seconds, and perhaps one at the connection.
  await eventually(async () => listener.events.filter(({ name }) => name === 'reset').length >= 3);
  assert.ok(!listener.text().includes(ticketId), 'the nodes listen, so this test shows nothing');
});

/** They listen for each other's changes. */
async function listeningServers(t: TestContext): Promise<readonly [TestServer, TestServer]> {
  const { urls, listeners } = await liveDatabase(t);
  const servers = await twoServers(t, urls);
  await listeners.bothListen();
  return servers;
}

test('presence is shown on both nodes, and stays when a stream moves to the other node', async (t) => {
  const [here, there] = await listeningServers(t);
  const player = await aPlayer(here);
  const ticketId = await aTicket(here, player);
  const [ann, ben] = [await aMember(here, 'agent', { name: 'Ann' }), await aMember(here, 'agent', { name: 'Ben' })];
  const listener = await openStream(t, there, { headers: { cookie: ben.cookie } });
  const first = await openStream(t, here, { headers: { cookie: ann.cookie } });
  await ann.call('POST', '/presence', { ticketId, state: 'viewing' });
  const viewing = { memberId: ann.id, name: 'Ann', state: 'viewing' };
  const isPresence = ({ name, data }: ReceivedEvent) => name === 'presence' && data.ticketId === ticketId;
  assert.deepEqual((await listener.received(isPresence)).data.present, [viewing]);
  first.disconnect();
  const second = await openStream(t, there, { headers: { cookie: ann.cookie } });
  await eventually(async () => here.live.streams() === 0);
  here.pass(6000);
  // The first node says that the member left, the other that the member is still there.
  const [events = []] = await receivedSoFar(here, player.project.id, [listener]);
  for (const { data } of events.filter(isPresence)) assert.deepEqual(data.present, [viewing]);
  second.disconnect();
  await eventually(async () => there.live.streams() === 1);
  there.pass(6000);
  await listener.received((event) => isPresence(event) && event.data.present.length === 0);
});

test('no node names a ticket of a project that was taken away before, whatever the nodes have told each other', async (t) => {
  const servers = await listeningServers(t);
  const [here, there] = servers;
  const [kept, taken] = [await aPlayer(here), await aPlayer(here)];
  const projectIds = [kept.project.id, taken.project.id];
  for (const node of servers) {
    const member = await aMember(here, 'agent', { projectIds });
    const stream = await openStream(t, node, { headers: { cookie: member.cookie } });
    await stream.received(isTicket(await aTicket(here, taken)));
    const row = (await here.store.members.byId(member.id)) ?? assert.fail();
    // Tells nobody.
    const after = { ...row, project_ids: JSON.stringify([kept.project.id]) };
    await here.store.transaction(({ members }) => members.update(after));
    const hidden = [await aTicket(here, taken), await aTicket(there, taken)];
    await stream.received(isTicket(await aTicket(here, kept)));
    await stream.received(isTicket(await aTicket(there, kept)));
    for (const ticketId of hidden) assert.ok(!stream.text().includes(ticketId));
  }
});

test('a sign-out on one node ends the streams on the other', async (t) => {
  const [here, there] = await listeningServers(t);
  const member = await aMember(here);
  const listener = await openStream(t, there, { headers: { cookie: member.cookie } });
  await openStream(t, there);
  await here.store.memberSessions.endAll(member.id);
  here.live.accessChanged();
  await listener.endsSoon();
});

test('a key that was suspended on one node is refused on the other at once', async (t) => {
  const { nodes } = await startLiveNodes(t);
  const [here, there] = nodes;
  const list = (token: string) => there.call('GET', '/api/v1/team/projects', { token });
  for (let round = 0; round < rounds(10); round++) {
    const email = `m${round}@studio.example`;
    const { token } = (await team(here, 'POST', '/invitations', { email, role: 'admin' })).body;
    const path = '/api/v1/team/invitations/accept';
    const joined = await here.call('POST', path, { body: { token, name: 'Eve', password: 'a long enough password' } });
    assert.equal(joined.status, 201, joined.text);
    const headers = fromOwnPage(cookieOf(joined));
    const creation = { headers, body: { name: 'k', role: 'admin' } };
    const { key, apiKey } = (await here.call('POST', '/api/v1/team/api-keys', creation)).body;
    const child = (await there.call('POST', '/api/v1/team/api-keys', { token: key, body: creation.body })).body;
    const stream = await openStream(t, there, { headers: { authorization: `Bearer ${child.key}` } });
    assert.equal((await list(key)).status, 200);
    const disabled = await team(here, 'PATCH', `/members/${joined.body.member.id}`, { disabled: true });
    assert.equal(disabled.status, 200, disabled.text);
    assert.deepEqual([(await list(key)).status, (await list(child.key)).status], [401, 401], apiKey.id);
    await stream.endsSoon();
  }
});

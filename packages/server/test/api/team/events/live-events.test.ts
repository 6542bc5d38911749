import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { SECOND } from '../../../../src/domain/time.ts';
import { assertUnauthorized } from '../../../helpers/assert-problem.ts';
import {
  aMember,
  anAnnouncement,
  aPlayer,
  aProject,
  aTicket,
  block,
  createTicket,
  directMessage,
  getTicket,
  playerReply,
  setStatus,
  team,
  teamReply,
  timePasses,
  updateProject,
} from '../../../helpers/builders.ts';
import { executeSql } from '../../../helpers/databases.ts';
import {
  type EventReader,
  forgetEarlierEvents,
  isTicket,
  openStream,
  type ReceivedEvent,
  receivedSoFar,
  resetAfterSettings,
} from '../../../helpers/event-streams.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';

const PATH = '/api/v1/team/events';
const DAY = 86_400_000;

/** Returns what `change` sends to a reader of all projects. */
async function changesAfter(
  server: TestServer,
  reader: EventReader,
  change: () => Promise<unknown>,
): Promise<ReceivedEvent[]> {
  await receivedSoFar(server, 'prj_marker', [reader]);
  await change();
  const [changes = []] = await receivedSoFar(server, 'prj_marker', [reader]);
  return changes;
}

suite('the change feed reports', () => {
  test('every change of a ticket, by the player, the team or the clock', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const listener = await openStream(t, server);
    assert.equal(listener.status, 200);
    let ticketId = '';
    const created = await changesAfter(server, listener, async () => {
      ticketId = await aTicket(server, player);
    });
    const it = { name: 'ticket', data: { projectId: player.project.id, ticketId } };
    assert.deepEqual(created, [it]);
    assert.deepEqual(await changesAfter(server, listener, () => playerReply(server, player, ticketId)), [it]);
    await teamReply(server, ticketId);
    assert.deepEqual(
      await changesAfter(server, listener, () => getTicket(server, player, ticketId)),
      [it],
      'seen by the player',
    );
    assert.deepEqual(
      await changesAfter(server, listener, () => getTicket(server, player, ticketId)),
      [],
      'it was seen before',
    );
    await setStatus(server, ticketId, 'resolved');
    assert.deepEqual(
      await changesAfter(server, listener, () => timePasses(server, 8 * DAY)),
      [it],
      'closed by the clock',
    );
  });

  test('nothing if nothing changed', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const listener = await openStream(t, server);
    assert.deepEqual(await changesAfter(server, listener, () => createTicket(server, player, { subject: '' })), []);
    assert.deepEqual(await changesAfter(server, listener, () => playerReply(server, player, 'tkt_unknown')), []);
    assert.deepEqual(await changesAfter(server, listener, () => team(server, 'GET', '/projects')), []);
  });

  test('nothing when a request of the player or the team is repeated with its Idempotency-Key', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const { project } = player;
    const listener = await openStream(t, server);
    const headers = { 'idempotency-key': 'one' };
    const create = { projectPublicKey: project.publicKey, type: 'bug', subject: 'Stuck', message: 'Help.' };
    const ticketId = await aTicket(server, player);
    const ofPlayer = { token: player.token, body: { message: 'More.' }, headers };
    const requests = [
      () => server.call('POST', '/api/v1/tickets', { token: player.token, body: create, headers }),
      () => server.call('POST', `/api/v1/tickets/${ticketId}/messages`, ofPlayer),
      () => server.call('POST', `/api/v1/team/tickets/${ticketId}/replies`, { ...ofPlayer, token: server.teamKey }),
      () => server.call('POST', `/api/v1/team/tickets/${ticketId}/notes`, { ...ofPlayer, token: server.teamKey }),
    ];
    for (const request of requests) {
      assert.equal((await changesAfter(server, listener, request)).length, 1);
      assert.deepEqual(await changesAfter(server, listener, request), []);
    }
    await updateProject(server, project, { stormMode: 'on' });
    const { token } = await aPlayer(server, project);
    const held = () => server.call('POST', '/api/v1/tickets', { token, body: create, headers });
    assert.equal((await changesAfter(server, listener, held)).length, 1);
    await timePasses(server, 10 * SECOND);
    assert.deepEqual(await changesAfter(server, listener, held), []);
  });

  test('the whole project when a player is blocked, or when old tickets are closed for a new one', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const many = { name: 'ticket', data: { projectId: player.project.id, ticketId: null } };
    const ids: string[] = [];
    for (let count = 0; count < 10; count++) ids.push(await aTicket(server, player));
    const [first = '', second = ''] = ids;
    await setStatus(server, first, 'resolved');
    const listener = await openStream(t, server);
    assert.deepEqual(await changesAfter(server, listener, () => aTicket(server, player)), [many]);
    await setStatus(server, second, 'resolved');
    const message = () => directMessage(server, player, { canReply: true });
    assert.deepEqual(await changesAfter(server, listener, message), [many]);
    assert.deepEqual(await changesAfter(server, listener, () => block(server, player)), [many]);
  });

  test('changes of projects and announcements', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const listener = await openStream(t, server);
    const settings = (what: string) => [{ name: 'settings', data: { what } }];
    assert.deepEqual(await changesAfter(server, listener, () => aProject(server)), settings('projects'));
    assert.deepEqual(
      await changesAfter(server, listener, () => updateProject(server, project, { name: 'N' })),
      settings('projects'),
    );
    let id = '';
    const announced = await changesAfter(server, listener, async () => {
      id = await anAnnouncement(server, project);
    });
    assert.deepEqual(announced, settings('announcements'));
    assert.deepEqual(
      await changesAfter(server, listener, () => team(server, 'DELETE', `/announcements/${id}`)),
      settings('announcements'),
    );
  });

  test('a ticket once if it changes many times at once, and its last change', async (t) => {
    const server = await startServer(t, { env: { RATE_LIMITS: 'off' } });
    const { live } = server;
    const listener = await openStream(t, server);
    const changes = await changesAfter(server, listener, async () => {
      for (let count = 0; count < 1000; count++) live.ticketChanged('prj_a', 'tkt_a');
    });
    assert.equal(changes.length, 1);
    assert.equal((await changesAfter(server, listener, async () => live.ticketChanged('prj_a', 'tkt_a'))).length, 1);
  });

  test('both tickets that a member opens and sees at the same time', async (t) => {
    const server = await startServer(t);
    const { live } = server;
    const { id: memberId, cookie } = await aMember(server);
    const listener = await openStream(t, server, { headers: { cookie } });
    const changes = await changesAfter(server, listener, async () => {
      for (const ticketId of ['tkt_a', 'tkt_b']) {
        const about = { projectId: 'prj_a', ticketId, memberId };
        live.ticketSeen(about);
        live.presenceChanged({ ...about, name: 'Ada', state: 'viewing' });
      }
    });
    assert.deepEqual(
      changes.map(({ name, data }) => [name, data.ticketId]),
      [
        ['seen', 'tkt_a'],
        ['seen', 'tkt_b'],
        ['presence', 'tkt_a'],
        ['presence', 'tkt_b'],
      ],
    );
  });

  test('the whole project when more than 200 of its tickets change at once', async (t) => {
    const server = await startServer(t);
    const listener = await openStream(t, server);
    const changed = (count: number) => async () => {
      for (let index = 0; index < count; index++) server.live.ticketChanged('prj_a', `tkt_${index}`);
    };
    assert.equal((await changesAfter(server, listener, changed(200))).length, 200);
    assert.deepEqual(await changesAfter(server, listener, changed(201)), [
      { name: 'ticket', data: { projectId: 'prj_a', ticketId: null } },
    ]);
  });
});

suite('who receives changes', () => {
  test('a member of one project receives nothing about another', async (t) => {
    const server = await startServer(t);
    const [own, other] = [await aPlayer(server), await aPlayer(server)];
    const member = await aMember(server, 'viewer', { projectIds: [own.project.id] });
    const listener = await openStream(t, server, { headers: { cookie: member.cookie } });
    const all = await openStream(t, server);
    const hidden = await aTicket(server, other);
    await all.received(isTicket(hidden));
    const shown = await aTicket(server, own);
    await listener.received(isTicket(shown));
    listener.disconnect();
    const missed = await aTicket(server, other);
    const seen = await aTicket(server, own);
    await all.received(isTicket(seen));
    const again = await openStream(t, server, {
      headers: { cookie: member.cookie },
      lastEventId: listener.lastEventId(),
    });
    await again.received(isTicket(seen));
    for (const text of [listener.text(), again.text()]) {
      for (const secret of [hidden, missed, other.project.id]) assert.ok(!text.includes(secret));
    }
    assert.equal(again.events.length, 1, 'resumed, and nothing else');
  });

  test('nobody without an API key or a session', async (t) => {
    const server = await startServer(t);
    assertUnauthorized(await server.call('GET', PATH), PATH);
    assertUnauthorized(await server.call('GET', PATH, { token: 'psk_unknown' }), PATH, 'invalid_token');
  });

  test('a stream ends at once when its session ends and the server reports it', async (t) => {
    const server = await startServer(t);
    const [member, other] = [await aMember(server), await aMember(server)];
    const listener = await openStream(t, server, { headers: { cookie: member.cookie } });
    const unharmed = await openStream(t, server, { headers: { cookie: other.cookie } });
    await server.store.memberSessions.endAll(member.id);
    server.live.accessChanged();
    await listener.endsSoon();
    const ticketId = await aTicket(server, await aPlayer(server));
    await unharmed.received(isTicket(ticketId));
    assert.ok(!listener.text().includes(ticketId));
  });

  test('a stream ends within 30 seconds when its API key is revoked in the database', async (t) => {
    const server = await startServer(t);
    const listener = await openStream(t, server);
    for (const { api_key_id } of await server.store.apiKeys.list()) {
      await server.store.apiKeys.revoke(api_key_id, server.clock.now);
    }
    server.pass(30 * SECOND);
    await listener.endsSoon();
  });

  test('a member whose projects change receives a reset, and then the changes of the new projects', async (t) => {
    const server = await startServer(t);
    const [first, second] = [await aPlayer(server), await aPlayer(server)];
    const member = await aMember(server, 'agent', { projectIds: [first.project.id] });
    const listener = await openStream(t, server, { headers: { cookie: member.cookie } });
    await forgetEarlierEvents(server, listener);
    const projectIds = JSON.stringify([second.project.id]);
    await executeSql(server.databaseUrl, `UPDATE member SET project_ids = '${projectIds}'`);
    server.live.settingsChanged('members');
    await resetAfterSettings(listener);
    const hidden = await aTicket(server, first);
    await listener.received(isTicket(await aTicket(server, second)));
    assert.ok(!listener.text().includes(hidden));
  });
});

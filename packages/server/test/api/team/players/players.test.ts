import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import {
  aPlayer,
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
  seenPlayer,
  team,
  teamReply,
} from '../../../helpers/builders.ts';
import { START, startServer } from '../../../helpers/harness.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';
import { assertAllNotFound, strangeIds } from '../../../helpers/strange-ids.ts';
import { NO_CONTEXT, ofLength, refusedSamples } from '../../../helpers/text-fields.ts';

const PATH = '/api/v1/team/players';
const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

suite('GetPlayer', () => {
  test('200: one who never said a thing', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const { status, body } = await team(server, 'GET', `/players/${player.id}`);
    assert.equal(status, 200);
    assert.deepEqual(body, {
      id: player.id,
      projectId: player.project.id,
      userId: null,
      sessionId: null,
      context: NO_CONTEXT,
      blocked: false,
      openTickets: 0,
      createdAt: at(0),
      lastSeenAt: at(0),
    });
  });

  test('200: what it last said of itself, and when it was last seen', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server, undefined, { userId: 'u1', sessionId: 's1', context: { platform: 'iOS' } });
    const { installationId } = player;
    const asSeen = async () => {
      const { userId, sessionId, context, openTickets, createdAt, lastSeenAt } = await seenPlayer(server, player.id);
      assert.equal(createdAt, at(0));
      return { userId, sessionId, platform: context.platform, openTickets, lastSeenAt };
    };
    const first = { userId: 'u1', sessionId: 's1', platform: 'iOS', openTickets: 0, lastSeenAt: at(0) };
    assert.deepEqual(await asSeen(), first);

    server.clock.advance(1000);
    const fields = { installationId, userId: 'u2', sessionId: null, context: { platform: 'PC' } };
    const { body } = await identify(server, player.project, fields);
    const again = { ...player, token: body.playerAccessToken };
    const second = { userId: 'u2', sessionId: null, platform: 'PC', openTickets: 0, lastSeenAt: at(1000) };
    assert.deepEqual(await asSeen(), second);

    server.clock.advance(1000);
    await poll(server, again);
    assert.deepEqual(await asSeen(), second, 'a poll is no sign of life that is written down');
    const ticketId = await aTicket(server, again, { context: { platform: 'TV' } });
    assert.deepEqual(await asSeen(), { ...second, platform: 'TV', openTickets: 1, lastSeenAt: at(2000) });

    server.clock.advance(1000);
    await teamReply(server, ticketId);
    assert.equal((await asSeen()).lastSeenAt, at(2000), "the team's answer says nothing of the player");
    await playerReply(server, again, ticketId);
    assert.equal((await asSeen()).lastSeenAt, at(3000));
  });

  test('404: any id that nothing has', async (t) => {
    const server = await startServer(t);
    const { id } = await aPlayer(server);
    await assertAllNotFound(
      strangeIds(id),
      (one) => `${PATH}/${one}`,
      (path) => server.call('GET', path, { token: server.teamKey }),
    );
  });
});

suite('UpdatePlayer', async () => {
  const server = await sharedServer();

  test('200: a blocked player reads and marks as read, but does not write', async () => {
    const player = await aPlayer(server);
    const ticketId = await aTicket(server, player);
    await teamReply(server, ticketId);
    const { status, body } = await block(server, player);
    assert.deepEqual([status, body], [200, await seenPlayer(server, player.id)]);
    assert.equal(body.blocked, true);

    assertProblem(await createTicket(server, player), 409, 'player-blocked', '/api/v1/tickets');
    const path = `/api/v1/tickets/${ticketId}/messages`;
    assertProblem(await playerReply(server, player, ticketId), 409, 'player-blocked', path);
    assert.equal((await identify(server, player.project, { installationId: `other-${player.id}` })).status, 200);
    assert.equal((await listTickets(server, player)).body.tickets.length, 1);
    assert.equal((await getTicket(server, player, ticketId)).body.messages.length, 2);
    const inbox = await poll(server, player);
    assert.equal((await markRead(server, player, inbox.body.messages[0].id)).status, 200);
    assert.equal((await seenPlayer(server, player.id)).openTickets, 1);
  });

  test('200: still blocked after it identified again, and free once it is unblocked; both can be repeated', async () => {
    const player = await aPlayer(server);
    for (const blocked of [true, true, false, false]) {
      assert.equal((await block(server, player, blocked)).body.blocked, blocked);
      const { body } = await identify(server, player.project, { installationId: player.installationId });
      const again = { ...player, token: body.playerAccessToken };
      assert.equal((await seenPlayer(server, player.id)).blocked, blocked);
      assert.equal((await createTicket(server, again)).status, blocked ? 409 : 201);
    }
  });

  test('200: other players of the project are not concerned', async () => {
    const player = await aPlayer(server);
    const other = await aPlayer(server, player.project);
    await block(server, player);
    assert.equal((await createTicket(server, other)).status, 201);
  });

  test('400: anything but a boolean', async () => {
    const player = await aPlayer(server);
    for (const body of [{}, { blocked: null }, { blocked: 'true' }, { blocked: 1 }]) {
      assertInvalid(await team(server, 'PATCH', `/players/${player.id}`, body), `${PATH}/${player.id}`, 'blocked');
    }
    assertInvalid(await team(server, 'PATCH', `/players/${player.id}`, []), `${PATH}/${player.id}`, '$');
    assert.equal((await seenPlayer(server, player.id)).blocked, false);
  });

  test('404: any id that nothing has', async () => {
    const { id } = await aPlayer(server);
    await assertAllNotFound(
      strangeIds(id),
      (one) => `${PATH}/${one}`,
      (path) => server.call('PATCH', path, { token: server.teamKey, body: { blocked: true } }),
    );
  });
});

suite('MessagePlayer', async () => {
  const server = await sharedServer();

  test('201: the message is in the inbox, unread and without a ticket', async () => {
    const player = await aPlayer(server);
    const { status, headers, body } = await team(server, 'POST', `/players/${player.id}/messages`, {
      title: 'A gift',
      body: 'For you:\n100 gems.',
    });
    assert.equal(status, 201);
    assert.equal(headers.get('location'), `${PATH}/${player.id}`);
    assert.deepEqual(Object.keys(body), ['id', 'createdAt']);
    assert.deepEqual((await poll(server, player)).body.messages, [
      {
        id: body.id,
        type: 'direct',
        ticketId: null,
        title: 'A gift',
        body: 'For you:\n100 gems.',
        createdAt: at(0),
        readAt: null,
      },
    ]);
  });

  test('201: nobody else gets it, and polls stay as far apart as they were', async () => {
    const player = await aPlayer(server);
    const other = await aPlayer(server, player.project);
    await directMessage(server, player);
    assert.deepEqual((await poll(server, other)).body.messages, []);
    // Idle is 300 seconds, with 20 % either way.
    assert.ok((await poll(server, player)).body.nextPollAfterSeconds >= 240);
  });

  test('201: to a blocked player too, with texts at their bounds', async () => {
    const player = await aPlayer(server);
    await block(server, player);
    const fields = { title: ofLength(120, '😀'), body: ofLength(10_000, '😀') };
    const id = await directMessage(server, player, fields);
    const [message] = (await poll(server, player)).body.messages;
    assert.deepEqual([message.id, message.title, message.body], [id, fields.title, fields.body]);
  });

  for (const field of [
    { name: 'title', min: 1, max: 120, required: true, notBlank: true },
    { name: 'body', min: 1, max: 10_000, required: true, notBlank: true },
  ] as const) {
    test(`400: what is no ${field.name}`, async () => {
      const player = await aPlayer(server);
      const path = `${PATH}/${player.id}/messages`;
      for (const [, value] of refusedSamples(field)) {
        const body = { title: 'Title', body: 'Body', [field.name]: value };
        assertInvalid(await server.call('POST', path, { token: server.teamKey, body }), path, field.name);
      }
      assert.deepEqual((await poll(server, player)).body.messages, []);
    });
  }

  test('400: both at once', async () => {
    const player = await aPlayer(server);
    const path = `${PATH}/${player.id}/messages`;
    assertInvalid(await server.call('POST', path, { token: server.teamKey, body: {} }), path, 'title', 'body');
  });

  test('404: any id that nothing has', async () => {
    const { id } = await aPlayer(server);
    await assertAllNotFound(
      strangeIds(id),
      (one) => `${PATH}/${one}/messages`,
      (path) => server.call('POST', path, { token: server.teamKey, body: { title: 't', body: 'b' } }),
    );
  });
});

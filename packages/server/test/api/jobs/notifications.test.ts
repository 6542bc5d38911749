import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { suite, type TestContext, test } from 'node:test';
import { readConfig } from '../../../src/config/config.ts';
import { DAY, HOUR, iso, MINUTE, NEVER, SECOND } from '../../../src/domain/time.ts';
import { prune } from '../../../src/jobs/prune.ts';
import { LEASE_MS, RETRY_DELAYS } from '../../../src/notifications/outbox.ts';
import { noOrigin, record } from '../../../src/operations/audited.ts';
import { aMember, aPlayer, aProject, aTicket, playerReply, team, teamReply } from '../../helpers/builders.ts';
import { START, startServer, type TestServer } from '../../helpers/harness.ts';
import { aNode, aReceiver, listen, tell, WEBHOOKS } from '../../helpers/notifications.ts';
import { aRadar, thisHour, usualHours } from '../../helpers/radar.ts';
import { queryRows } from '../../helpers/stored-rows.ts';

const ALL = ['new_ticket', 'reply', 'assigned', 'waiting'];

async function setUp(t: TestContext, settings: object = {}, env: Record<string, string> = {}) {
  const server = await startServer(t, { env: { ...WEBHOOKS, ...env } });
  const receiver = await aReceiver(t);
  const node = aNode(server, { ...WEBHOOKS, ...env });
  const member = await aMember(server);
  const address = { webhookFormat: 'standard', webhookAddress: receiver.url };
  const { webhookSecret } = await listen(member, { ...address, webhook: ALL, ...settings });
  // News begin after the settings were saved.
  server.clock.advance(1);
  const lines = () => receiver.requests.flatMap(({ body }) => body.data.items.map(lineOf));
  return { server, receiver, node, member, secret: String(webhookSecret), lines };
}

const lineOf = ({ kind, count, project }: { kind: string; count: number; project: { name: string } }) =>
  `${count} ${kind} ${project.name}`;

const assign = (server: TestServer, ticketId: string, assigneeId: string | null) =>
  team(server, 'PATCH', `/tickets/${ticketId}`, { assigneeId });

suite('a member with a webhook', () => {
  test('is told of a burst in one signed message, and of nothing twice', async (t) => {
    const { server, receiver, node, secret, lines } = await setUp(t, {}, { PUBLIC_URL: 'https://support.example' });
    const player = await aPlayer(server, await aProject(server, 'Star Raiders'));
    const ids = [];
    for (let index = 0; index < 7; index++) {
      server.clock.advance(1);
      ids.push(await aTicket(server, player, { subject: `Stuck ${index}` }));
    }
    await node.make();
    assert.equal(receiver.requests.length, 0, 'other requests of this time may still be on their way');
    await tell(server, node);
    assert.deepEqual(lines(), ['7 new_ticket Star Raiders']);
    const first = receiver.requests[0] ?? assert.fail();
    assert.deepEqual(first.body, {
      type: 'notification',
      timestamp: iso(server.clock.now),
      data: {
        items: [
          {
            kind: 'new_ticket',
            count: 7,
            project: { id: player.project.id, name: 'Star Raiders' },
            tickets: ids
              .slice(-5)
              .reverse()
              .map((id, index) => ({
                id,
                number: 7 - index,
                subject: `Stuck ${6 - index}`,
                url: `https://support.example/tickets/${id}`,
              })),
          },
        ],
        more: 0,
      },
    });
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = first.headers;
    assert.match(String(id), /^dlv_/);
    assert.equal(timestamp, String(Math.floor(server.clock.now / SECOND)));
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    assert.equal(key.length, 32);
    const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${first.text}`).digest('base64');
    assert.equal(signature, `v1,${mac}`);

    await tell(server, node, HOUR);
    assert.equal(receiver.requests.length, 1);
    await aTicket(server, player);
    await tell(server, node);
    assert.deepEqual(lines(), ['7 new_ticket Star Raiders', '1 new_ticket Star Raiders']);
  });

  test('who is an admin or owner of the project is told of storms, without choosing it', async (t) => {
    const server = await startServer(t, { env: WEBHOOKS });
    const node = aNode(server);
    const project = await aProject(server, 'Star Raiders');
    const told = [];
    for (const [role, projectIds] of [
      ['owner', undefined],
      ['admin', [project.id]],
      ['admin', [(await aProject(server)).id]],
      ['agent', undefined],
    ] as const) {
      const receiver = await aReceiver(t);
      const member = await aMember(server, role, projectIds === undefined ? {} : { projectIds: [...projectIds] });
      await listen(member, { webhookFormat: 'standard', webhookAddress: receiver.url, webhook: ['assigned'] });
      told.push(() => receiver.requests.flatMap(({ body }) => body.data.items));
    }
    server.clock.advance(1);
    for (const operation of ['StormBegan', 'StormEnded']) {
      const caller = { type: 'system', id: 'storm-watch', name: 'server' } as const;
      const subject = { target: project.id, projectId: project.id };
      await server.store.transaction((tx) =>
        record(
          tx,
          { operation, now: server.clock.now, clock: () => server.clock.now, caller, origin: noOrigin },
          subject,
        ),
      );
      server.clock.advance(1);
    }
    await tell(server, node);
    const line = { count: 1, project: { id: project.id, name: 'Star Raiders' }, tickets: [] };
    const both = [
      { kind: 'storm_ended', ...line },
      { kind: 'storm_began', ...line },
    ];
    assert.deepEqual(
      told.map((items) => items()),
      [both, both, [], []],
    );
  });

  test('is told of spikes of the radar in projects that the member may see, each once', async (t) => {
    const { server, node } = await setUp(t, { webhook: [] });
    const project = await aProject(server, 'Star Raiders');
    const told = [];
    for (const [projectIds, webhook] of [
      [[project.id], ['spike']],
      [[(await aProject(server)).id], ['spike']],
      [undefined, ['new_ticket', 'reply', 'assigned', 'waiting']],
    ] as const) {
      const receiver = await aReceiver(t);
      const member = await aMember(server, 'viewer', projectIds === undefined ? {} : { projectIds: [...projectIds] });
      await listen(member, { webhookFormat: 'standard', webhookAddress: receiver.url, webhook: [...webhook] });
      told.push(() => receiver.requests.flatMap(({ body }) => body.data.items));
    }
    server.clock.advance(1);
    await usualHours(server, project);
    await thisHour(server, project, 20);
    await aRadar(server)();
    await tell(server, node);
    const line = { kind: 'spike', count: 1, project: { id: project.id, name: 'Star Raiders' }, tickets: [] };
    assert.deepEqual(
      told.map((items) => items()),
      [[line], [], []],
    );
    server.clock.advance(HOUR);
    await thisHour(server, project, 20);
    await aRadar(server)();
    await tell(server, node);
    assert.deepEqual(told[0]?.(), [line], 'the spike goes on');
  });

  test('is told of replies and assignments by others, and of tickets that wait', async (t) => {
    const { server, node, member, lines } = await setUp(t, { webhook: ALL.slice(1), waitingMinutes: 60 });
    const player = await aPlayer(server);
    const own = await aTicket(server, player);
    const ofNobody = await aTicket(server, player);
    await member.call('PATCH', `/tickets/${own}`, { assigneeId: member.id });
    await tell(server, node);
    assert.deepEqual(lines(), [], 'the member took the ticket');

    for (const ticket of [own, ofNobody]) await teamReply(server, ticket);
    await playerReply(server, player, own);
    await playerReply(server, player, own);
    await playerReply(server, player, ofNobody);
    await assign(server, await aTicket(server, player), member.id);
    await tell(server, node);
    assert.deepEqual(lines().sort(), ['1 assigned Game', '1 reply Game']);
    await tell(server, node, 10 * MINUTE);
    assert.equal(lines().length, 2);

    await tell(server, node, HOUR);
    assert.deepEqual(lines().slice(2), ['2 waiting Game']);
    await member.call('POST', `/tickets/${own}/replies`, { message: 'Look here.' });
    await tell(server, node, HOUR);
    assert.equal(lines().length, 3, 'the own reply is no news');
  });

  test('is told nothing of projects without access, also if the access ends before the message', async (t) => {
    const { server, receiver, node, member, lines } = await setUp(t);
    const [mine, other] = [await aPlayer(server, await aProject(server, 'Mine')), await aPlayer(server)];
    const owner = await aMember(server, 'owner');
    const restrict = (change: object) => owner.call('PATCH', `/members/${member.id}`, change);
    assert.equal((await restrict({ projectIds: [mine.project.id] })).status, 200);
    await aTicket(server, mine);
    await aTicket(server, other);
    await tell(server, node);
    assert.deepEqual(lines(), ['1 new_ticket Mine']);

    await aTicket(server, mine);
    server.clock.advance(2 * MINUTE);
    await node.make();
    assert.equal((await restrict({ projectIds: [other.project.id] })).status, 200);
    await node.send();
    assert.equal(receiver.requests.length, 1);
    assert.equal((await restrict({ projectIds: null })).status, 200);
    await aTicket(server, mine);
    await tell(server, node, 2 * MINUTE);
    assert.equal(receiver.requests.length, 2, 'the sender works: it dropped the message before');

    await aTicket(server, mine);
    server.clock.advance(2 * MINUTE);
    await node.make();
    assert.equal((await restrict({ disabled: true })).status, 200);
    await node.send();
    await aTicket(server, mine);
    await tell(server, node, 20 * MINUTE);
    assert.equal((await restrict({ disabled: false })).status, 200);
    await aTicket(server, mine);
    await tell(server, node, 2 * MINUTE);
    assert.equal(receiver.requests.length, 2, 'disabling the member has removed the webhook');
  });

  test('is told only what is chosen when the message is sent', async (t) => {
    const { server, receiver, node, member, lines } = await setUp(t);
    const player = await aPlayer(server);
    const ticket = await aTicket(server, player);
    await assign(server, ticket, member.id);
    server.clock.advance(2 * MINUTE);
    await node.make();
    await listen(member, { webhook: ['assigned'] });
    await node.send();
    assert.deepEqual(lines(), ['1 assigned Game']);
    await assign(server, await aTicket(server, player), member.id);
    server.clock.advance(2 * MINUTE);
    await node.make();
    await listen(member, { webhook: [] });
    await node.send();
    assert.equal(receiver.requests.length, 1);
  });

  test('is told of at most 12 lines, and nothing of blocked players or of more than three days', async (t) => {
    const { server, receiver, node, member, lines } = await setUp(t, { webhook: ['new_ticket', 'waiting'] });
    const [player, blocked] = [await aPlayer(server), await aPlayer(server)];
    await aTicket(server, player);
    server.clock.advance(3 * DAY);
    for (const one of [player, blocked]) await assign(server, await aTicket(server, one), member.id);
    const block = await team(server, 'PATCH', `/players/${blocked.id}`, { blocked: true });
    assert.equal(block.status, 200, block.text);
    await tell(server, node);
    assert.deepEqual(lines(), ['1 new_ticket Game']);
    await tell(server, node, 8 * HOUR);
    assert.deepEqual(lines().slice(1), ['1 waiting Game']);

    await listen(member, { webhook: ['new_ticket', 'assigned', 'mention'] });
    let ticket = '';
    for (let index = 0; index < 14; index++) ticket = await aTicket(server, await aPlayer(server));
    await assign(server, ticket, member.id);
    const note = { message: 'Look.', mentions: [member.id] };
    assert.equal((await team(server, 'POST', `/tickets/${ticket}/notes`, note)).status, 201);
    await tell(server, node);
    const { items, more } = receiver.requests.at(-1)?.body.data ?? assert.fail();
    const kinds = items.map(({ kind }: { kind: string }) => kind);
    assert.deepEqual([kinds, more], [['mention', 'assigned', ...Array(10).fill('new_ticket')], 4]);
  });

  test('who changes choices does not move the position back', async (t) => {
    const { server, member } = await setUp(t);
    const { notificationSettings } = server.store;
    const before = (await notificationSettings.channelsOf(member.id))[0] ?? assert.fail();
    const to = server.clock.now;
    assert.ok(await notificationSettings.told({ ...before, to, not_before: to + MINUTE }));
    const { waits: _waits, ...row } = before;
    await notificationSettings.saveChoices({ ...row, choices: '[]' });
    const after = (await notificationSettings.channelsOf(member.id))[0];
    assert.deepEqual([after?.choices, after?.told_until, after?.not_before], ['[]', to, to + MINUTE]);
  });

  test('is also told of news after the clock was set back, at once', async (t) => {
    const { server, node, lines } = await setUp(t);
    const player = await aPlayer(server);
    await aTicket(server, player);
    await tell(server, node);
    server.clock.step(-DAY);
    await node.make();
    server.clock.advance(1);
    await aTicket(server, player);
    await tell(server, node);
    assert.equal(lines().length, 2);
  });

  test('gets one sum after quiet hours, which pass midnight', async (t) => {
    // The clock begins at 13:00 in Berlin.
    const quiet = { timeZone: 'Europe/Berlin', quietFrom: '22:00', quietTo: '07:00' };
    const { server, node, lines } = await setUp(t, quiet);
    const player = await aPlayer(server);
    server.clock.advance(9 * HOUR - SECOND);
    await aTicket(server, player);
    for (let hour = 22; hour < 24 + 7; hour++) {
      await tell(server, node, hour === 22 ? 2 * SECOND : HOUR);
      await aTicket(server, player);
    }
    assert.deepEqual(lines(), []);
    await tell(server, node, HOUR);
    assert.deepEqual(lines(), ['10 new_ticket Game']);
  });

  test('gets no daily summary, which is for mail', async (t) => {
    const { server, receiver, node } = await setUp(t, { digestAt: '13:00', timeZone: 'UTC' });
    for (let hour = 0; hour < 3; hour++) await tell(server, node, HOUR);
    assert.deepEqual(receiver.requests, []);
  });

  test('begins with the news after the address was saved', async (t) => {
    const server = await startServer(t, { env: WEBHOOKS });
    const player = await aPlayer(server);
    await aTicket(server, player);
    server.clock.advance(SECOND);
    const receiver = await aReceiver(t);
    const member = await aMember(server);
    await listen(member, { webhookFormat: 'standard', webhookAddress: receiver.url, webhook: ALL });
    const node = aNode(server);
    await tell(server, node);
    assert.equal(receiver.requests.length, 0);
    await aTicket(server, player);
    await tell(server, node);
    assert.equal(receiver.requests.length, 1);
  });
});

suite('the outbox', () => {
  const status = async (member: Awaited<ReturnType<typeof aMember>>) =>
    (await member.call('GET', '/account/notifications')).body.webhookState;

  const stored = async ({ databaseUrl }: TestServer) =>
    (await queryRows(databaseUrl, 'SELECT delivery_id FROM delivery')).length;

  test('tries again with the same id, while news gathers, and gives up in the end', async (t) => {
    const { server, receiver, node, member } = await setUp(t);
    const player = await aPlayer(server);
    await aTicket(server, player);
    receiver.answer = (response) => void response.writeHead(500).end('an error with a secret');
    await tell(server, node);
    const failedAt = iso(server.clock.now);
    const failed = { stopped: false, lastSentAt: null, lastErrorAt: failedAt, lastError: 'http-500' };
    assert.deepEqual(await status(member), { waiting: true, ...failed });

    await aTicket(server, player);
    await tell(server, node, RETRY_DELAYS[0] * 1.2);
    assert.equal(receiver.requests.length, 2);
    receiver.answer = (response) => void response.writeHead(200).end();
    await tell(server, node, RETRY_DELAYS[1] * 1.2);
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
    assert.equal(new Set(ids).size, 1);
    assert.deepEqual(
      receiver.requests.map(({ body }) => body.data.items[0].count),
      [1, 1, 1],
    );
    const sentAt = iso(server.clock.now);
    const sent = { waiting: false, stopped: false, lastSentAt: sentAt, lastErrorAt: null, lastError: null };
    assert.deepEqual(await status(member), sent);

    const { store, clock } = server;
    for (const [time, rows] of [
      [7 * DAY, 1],
      [1, 0],
    ] as const) {
      clock.advance(time);
      await prune({ store, config: readConfig({}), now: clock.now, limit: 100, stopping: () => false });
      assert.equal(await stored(server), rows);
    }

    await aTicket(server, player);
    receiver.answer = (response) => void response.writeHead(503).end();
    await tell(server, node);
    for (const delay of RETRY_DELAYS) await tell(server, node, delay * 1.2);
    const attempts = 1 + RETRY_DELAYS.length;
    assert.equal(receiver.requests.length, 3 + attempts);
    assert.equal((await status(member)).waiting, false);
    await tell(server, node, DAY);
    assert.equal(receiver.requests.length, 3 + attempts);
    assert.doesNotMatch(node.log.join(), /secret|127\.0\.0\.1/);
  });

  test('stops at an address that is gone, until it is saved again', async (t) => {
    const { server, receiver, node, member } = await setUp(t);
    const player = await aPlayer(server);
    receiver.answer = (response) => void response.writeHead(410).end();
    for (let round = 0; round < 3; round++) {
      await aTicket(server, player);
      await tell(server, node, 10 * MINUTE);
    }
    assert.equal(receiver.requests.length, 1);
    const { stopped, waiting, lastError } = await status(member);
    assert.deepEqual([stopped, waiting, lastError], [true, false, 'http-410']);
    receiver.answer = (response) => void response.writeHead(200).end();
    await listen(member, { webhookFormat: 'standard', webhookAddress: receiver.url });
    await tell(server, node);
    assert.equal(receiver.requests.length, 1, 'a new address hears what happens from then on');
    await aTicket(server, player);
    await tell(server, node);
    assert.equal(receiver.requests[1]?.body.data.items[0].count, 1);
  });

  test('waits as long as the receiver asks, but not for days', async (t) => {
    const { server, receiver, node } = await setUp(t);
    await aTicket(server, await aPlayer(server));
    receiver.answer = (response) => void response.writeHead(429, { 'retry-after': '999999' }).end();
    await tell(server, node);
    await tell(server, node, 59 * MINUTE);
    assert.equal(receiver.requests.length, 1);
    await tell(server, node, 14 * MINUTE);
    assert.equal(receiver.requests.length, 2);
  });

  test('waits no less than usual if the receiver asks for a shorter time', async (t) => {
    const { server, receiver, node } = await setUp(t);
    await aTicket(server, await aPlayer(server));
    receiver.answer = (response) => void response.writeHead(429, { 'retry-after': '1' }).end();
    await tell(server, node);
    await tell(server, node, RETRY_DELAYS[0] - SECOND);
    assert.equal(receiver.requests.length, 1);
    await tell(server, node, RETRY_DELAYS[0] * 0.2 + SECOND);
    assert.equal(receiver.requests.length, 2);
  });

  test('of several nodes sends each message once', async (t) => {
    const { server, receiver } = await setUp(t);
    const nodes = Array.from({ length: 4 }, () => aNode(server));
    const player = await aPlayer(server);
    for (let round = 1; round <= 5; round++) {
      await aTicket(server, player);
      server.clock.advance(2 * MINUTE);
      await Promise.all(nodes.map((node) => node.make()));
      await Promise.all(nodes.map((node) => node.send()));
      assert.equal(receiver.requests.length, round);
    }
  });

  test('sends again what a node did not finish, and takes no late result of that node', async (t) => {
    const { server, receiver, node, member } = await setUp(t);
    await aTicket(server, await aPlayer(server));
    const held: (() => void)[] = [];
    const arrived = Promise.withResolvers<void>();
    receiver.answer = (response) => {
      held.push(() => response.writeHead(500).end());
      arrived.resolve();
    };
    server.clock.advance(MINUTE);
    await node.make();
    await node.outbox.round();
    await arrived.promise;
    receiver.answer = (response) => void response.writeHead(200).end();
    const other = aNode(server);
    await other.send();
    assert.equal(receiver.requests.length, 1, 'the lease of the first node');
    server.clock.advance(LEASE_MS + 1);
    await other.send();
    assert.equal(receiver.requests.length, 2);
    assert.equal(receiver.requests[0]?.headers['webhook-id'], receiver.requests[1]?.headers['webhook-id']);
    for (const release of held) release();
    await node.outbox.idle(MINUTE);
    assert.equal((await status(member)).lastError, null);
    await tell(server, node, DAY);
    assert.equal(receiver.requests.length, 2);
  });

  test('of a node that stops waits for no receiver, and another node sends again', async (t) => {
    const { server, receiver, node, member } = await setUp(t);
    await aTicket(server, await aPlayer(server));
    const arrived = Promise.withResolvers<void>();
    receiver.answer = () => arrived.resolve();
    server.clock.advance(MINUTE);
    await node.make();
    await node.outbox.round();
    await arrived.promise;
    node.outbox.stop();
    await node.outbox.idle(0);
    const { waiting, lastError } = await status(member);
    assert.deepEqual([waiting, lastError], [true, null]);
    receiver.answer = (response) => void response.writeHead(200).end();
    server.clock.advance(LEASE_MS + 1);
    await aNode(server).send();
    assert.equal(receiver.requests.length, 2);
    assert.equal((await status(member)).waiting, false);
  });

  test('sends at most two messages at the same time to one host', async (t) => {
    const { server, receiver, node } = await setUp(t);
    for (let index = 0; index < 4; index++) {
      await listen(await aMember(server), {
        webhookFormat: 'slack',
        webhookAddress: receiver.url,
        webhook: ['new_ticket'],
      });
    }
    server.clock.advance(1);
    await aTicket(server, await aPlayer(server));
    server.clock.advance(MINUTE);
    await node.make();
    for (const expected of [2, 4, 5]) {
      await node.send();
      assert.equal(receiver.requests.length, expected);
    }
  });

  test('a target with many deliveries does not hide those of another', async (t) => {
    const server = await startServer(t);
    const delivery = (delivery_id: string, target: string, due_at: number) =>
      server.store.deliveries.add({
        ...{ delivery_id, target, due_at, owner_id: 'mem_x', channel: 'webhook', payload: '{}' },
        ...{ attempts: 0, created_at: START, finished_at: null },
      });
    for (let index = 0; index < 300; index++) await delivery(`dlv_${index}`, 'down.example', START + index);
    await delivery('dlv_other', 'up.example', START + 1000);
    const due = await server.store.deliveries.due({ now: START + 2000, latest: NEVER, limit: 200, perTarget: 2 });
    assert.deepEqual(
      due.map(({ delivery_id }) => delivery_id),
      ['dlv_0', 'dlv_1', 'dlv_other'],
    );
  });
});

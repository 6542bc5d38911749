import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { assertInvalid } from '../../../helpers/assert-problem.ts';
import {
  aPlayer,
  aTicket,
  block,
  getTicket,
  listTickets,
  type Player,
  playerReply,
  poll,
  seenPlayer,
  setStatus,
  team,
  teamReply,
} from '../../../helpers/builders.ts';
import type { Reply } from '../../../helpers/call.ts';
import { START, startServer, type TestServer } from '../../../helpers/harness.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';
import { assertAllNotFound, strangeIds } from '../../../helpers/strange-ids.ts';
import { ofLength, refusedSamples } from '../../../helpers/text-fields.ts';

const PATH = '/api/v1/team/tickets';

const STATUSES = ['open', 'pending', 'resolved', 'closed'] as const;

const MESSAGE = { name: 'message', min: 1, max: 10_000, required: true, notBlank: true } as const;

/** The default for normal priority. */
const TARGET = 1440 * 60_000;

const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

const teamTicket = async (server: TestServer, id: string) => (await team(server, 'GET', `/tickets/${id}`)).body;

const inbox = async (server: TestServer, player: Player) => (await poll(server, player)).body.messages;

const summary = async (server: TestServer, player: Player) => (await listTickets(server, player)).body.tickets[0];

/** Adds a ticket that had this status for a while. */
async function ticketThatIs(server: TestServer, player: Player, status: string): Promise<string> {
  const id = await aTicket(server, player);
  if (status !== 'open') assert.equal((await setStatus(server, id, status)).status, 200);
  server.clock.advance(1000);
  return id;
}

suite('UpdateTicket', () => {
  for (const from of STATUSES) {
    for (const to of STATUSES) {
      test(`200: ${from} to ${to}`, async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await ticketThatIs(server, player, from);
        const before = await teamTicket(server, id);
        const earlier = await inbox(server, player);

        const { status, body } = await setStatus(server, id, to);
        assert.equal(status, 200);
        const { events, ...shown } = body;
        const made = events
          .slice(before.events.length)
          .map((event: Reply['body']) => [event.kind, event.from, event.to]);
        assert.deepEqual(made, from === to ? [] : [['status', from, to]]);
        assert.deepEqual(
          { ...shown, events: before.events },
          {
            ...before,
            status: to,
            attentionSince: to !== 'open' ? null : from === 'open' ? at(0) : at(1000),
            dueAt: to !== 'open' ? null : at(TARGET + (from === 'open' ? 0 : 1000)),
            player: { ...before.player, openTickets: to === 'closed' ? 0 : 1 },
          },
        );
        assert.deepEqual(await teamTicket(server, id), body);
        assert.equal((await summary(server, player)).status, to);
        for (const view of ['attention', ...STATUSES]) {
          const { tickets } = (await team(server, 'GET', `/tickets?view=${view}`)).body;
          assert.equal(tickets.length, view === to || (view === 'attention' && to === 'open') ? 1 : 0, view);
        }

        const isNotified = from !== to && (to === 'resolved' || to === 'closed');
        const [newest, ...others] = await inbox(server, player);
        if (!isNotified) assert.deepEqual([newest, ...others].filter(Boolean), earlier);
        else {
          assert.deepEqual(others, earlier);
          const { id: messageId, body: text, ...rest } = newest;
          assert.match(messageId, /^inb_/);
          assert.match(text, /\S/);
          assert.deepEqual(rest, {
            type: 'ticket_status',
            ticketId: id,
            title: 'Stuck',
            createdAt: at(1000),
            readAt: null,
          });
        }
      });
    }
  }

  test('200: a change of status does not change the conversation or its counts', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const id = await aTicket(server, player);
    const { status: _status, ...before } = await summary(server, player);
    server.clock.advance(1000);
    await setStatus(server, id, 'resolved');
    const { status: _new, ...after } = await summary(server, player);
    assert.deepEqual(after, before);
    assert.equal((await getTicket(server, player, id)).body.messages.length, 1);
  });

  test('200: a reopened ticket accepts replies again', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const id = await ticketThatIs(server, player, 'closed');
    assert.equal((await playerReply(server, player, id)).status, 409);
    await setStatus(server, id, 'pending');
    assert.equal((await playerReply(server, player, id)).status, 200);
  });

  test('200: reopening can exceed ten open tickets, because that limit is for creation only', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const closed = await ticketThatIs(server, player, 'closed');
    for (let index = 0; index < 10; index++) await aTicket(server, player);
    assert.equal((await setStatus(server, closed, 'open')).status, 200);
    assert.equal((await seenPlayer(server, player.id)).openTickets, 11);
  });

  test('400: an unknown status', async (t) => {
    const server = await startServer(t);
    const id = await aTicket(server, await aPlayer(server));
    for (const body of [{ status: null }, { status: '' }, { status: 'Open' }, { status: 'new' }, { status: 1 }]) {
      assertInvalid(await team(server, 'PATCH', `/tickets/${id}`, body), `${PATH}/${id}`, 'status');
    }
    assertInvalid(await team(server, 'PATCH', `/tickets/${id}`, []), `${PATH}/${id}`, '$');
    assert.equal((await teamTicket(server, id)).status, 'open');
  });
});

suite('ReplyToTicket', () => {
  for (const from of STATUSES) {
    test(`201: a reply makes a ticket that is ${from} pending`, async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const id = await ticketThatIs(server, player, from);
      const earlier = await inbox(server, player);
      const text = ' Jump\n\ttwice. ';
      const { status, headers, body } = await teamReply(server, id, text);
      assert.equal(status, 201);
      assert.equal(headers.get('location'), `${PATH}/${id}`);
      assert.deepEqual(body, { messageId: body.messageId, status: 'pending', createdAt: at(1000) });

      const ticket = await teamTicket(server, id);
      assert.deepEqual([ticket.status, ticket.attentionSince, ticket.player.openTickets], ['pending', null, 1]);
      const [, reply] = ticket.messages;
      assert.deepEqual([reply.id, reply.message, reply.readAt], [body.messageId, text, null]);
      const { unreadCount, lastMessagePreview, lastMessageAt } = await summary(server, player);
      assert.deepEqual([unreadCount, lastMessagePreview, lastMessageAt], [1, 'Jump twice.', at(1000)]);
      const [newest, ...others] = await inbox(server, player);
      assert.deepEqual(others, earlier);
      const { id: messageId, ...rest } = newest;
      assert.match(messageId, /^inb_/);
      assert.deepEqual(rest, {
        type: 'ticket_reply',
        ticketId: id,
        title: 'Stuck',
        body: text,
        createdAt: at(1000),
        readAt: null,
      });
    });
  }

  test('201: each reply counts as unread until the player reads the ticket', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const id = await aTicket(server, player);
    for (const count of [1, 2, 3]) {
      await teamReply(server, id);
      assert.equal((await summary(server, player)).unreadCount, count);
    }
    await getTicket(server, player, id);
    assert.equal((await summary(server, player)).unreadCount, 0);
  });

  test('201: to a blocked player, who can read it', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const id = await aTicket(server, player);
    await block(server, player);
    const text = ofLength(10_000, '😀');
    assert.equal((await teamReply(server, id, text)).status, 201);
    assert.equal((await getTicket(server, player, id)).body.messages[1].message, text);
    const { lastMessagePreview } = await summary(server, player);
    assert.equal(lastMessagePreview, '😀'.repeat(140));
  });
});

suite('UpdateTicket, ReplyToTicket and AddNote', async () => {
  const server = await sharedServer();

  for (const kind of ['replies', 'notes']) {
    test(`400: an invalid message, to ${kind}`, async () => {
      const player = await aPlayer(server);
      const id = await aTicket(server, player);
      const path = `${PATH}/${id}/${kind}`;
      for (const [, message] of refusedSamples(MESSAGE)) {
        assertInvalid(await server.call('POST', path, { token: server.teamKey, body: { message } }), path, 'message');
      }
      assert.equal((await teamTicket(server, id)).messages.length, 1);
    });
  }

  const operations = [
    ['PATCH', '', { status: 'closed' }],
    ['POST', '/replies', { message: 'm' }],
    ['POST', '/notes', { message: 'm' }],
  ] as const;
  for (const [method, rest, body] of operations) {
    test(`404: an id that does not exist, to ${method} ${rest}`, async () => {
      const player = await aPlayer(server);
      const id = await aTicket(server, player);
      await assertAllNotFound(
        [player.id, ...strangeIds(id)].filter((one) => one !== '' || rest !== ''),
        (one) => `${PATH}/${one}${rest}`,
        (path) => server.call(method, path, { token: server.teamKey, body }),
      );
      assert.equal((await teamTicket(server, id)).messages.length, 1);
    });
  }
});

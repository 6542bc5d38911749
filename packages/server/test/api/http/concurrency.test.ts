import assert from 'node:assert/strict';
import net from 'node:net';
import { test } from 'node:test';
import { afterAutoClose } from '../../../src/domain/ticket-transitions.ts';
import {
  anAnnouncement,
  aPlayer,
  aTicket,
  createTicket,
  directMessage,
  getTicket,
  listTickets,
  markRead,
  type Player,
  playerReply,
  poll,
  setStatus,
  teamReply,
} from '../../helpers/builders.ts';
import type { Reply } from '../../helpers/call.ts';
import { START, startServer, type TestServer } from '../../helpers/harness.ts';
import { rounds } from '../../helpers/rounds.ts';

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status).toSorted();

/** Makes each reading of the clock advance it by a millisecond. */
function runningClock(server: TestServer): void {
  let now = START;
  Object.defineProperty(server.clock, 'now', { get: () => ++now });
}

async function seenTicket(server: TestServer, ticketId: string): Promise<Reply['body']> {
  return (await server.call('GET', `/api/v1/team/tickets/${ticketId}`, { token: server.teamKey })).body;
}

interface BareReply {
  readonly status: number;
  readonly text: string;
}

/** Repeats a request on one connection. `fetch` is too slow for thousands. */
function repeatingClient(server: TestServer, bytes: string) {
  const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1').setNoDelay();
  let response = '';
  let pending = Promise.withResolvers<BareReply>();
  socket.setEncoding('utf8').on('data', (part) => {
    response += part;
    const end = response.indexOf('\r\n\r\n') + 4;
    const length = Number(/^content-length: (\d+)/im.exec(response)?.[1]);
    if (end < 4 || Buffer.byteLength(response.slice(end)) < length) return;
    pending.resolve({ status: Number(response.slice(9, 12)), text: response.slice(end) });
    response = '';
  });
  socket.on('error', (error) => pending.reject(error));
  return {
    send(): Promise<BareReply> {
      pending = Promise.withResolvers();
      socket.write(bytes);
      return pending.promise;
    },
    close: () => socket.destroy(),
  };
}

function createRequest(player: Player): string {
  const body = JSON.stringify({
    projectPublicKey: player.project.publicKey,
    type: 'bug',
    subject: 'Stuck',
    message: 'Help.',
  });
  const lines = [
    'POST /api/v1/tickets HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${player.token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

test('50 concurrent creates with nine open tickets: exactly one 201, in each round', async (t) => {
  const server = await startServer(t, { env: { RATE_LIMITS: 'off', LOG_LEVEL: 'error' } });
  const player = await aPlayer(server);
  for (let open = 0; open < 9; open++) await aTicket(server, player);
  const clients = times(50, () => repeatingClient(server, createRequest(player)));
  for (let round = 0; round < rounds(10); round++) {
    const replies = await Promise.all(clients.map((client) => client.send()));
    const winners = replies.filter(({ status }) => status === 201);
    const losers = replies.filter(({ status, text }) => status === 409 && text.includes('/problems/open-ticket-limit'));
    assert.deepEqual([winners.length, losers.length], [1, 49], `round ${round}`);
    const { ticketId } = JSON.parse(winners[0]?.text ?? '') as { ticketId: string };
    await server.store.transaction(async (tx) => {
      const ticket = await tx.tickets.toChange(player.id, ticketId, null);
      assert.ok(ticket !== undefined, 'the confirmed ticket is stored');
      assert.equal((await tx.players.byId(player.id))?.open_tickets, 10);
      const transition = afterAutoClose(ticket, START);
      await tx.statusChanges.apply({ ticket, transition, actor: null, now: START });
    });
  }
  for (const client of clients) client.close();
  assert.equal((await server.store.players.byId(player.id))?.open_tickets, 9);
});

test('50 concurrent creates with ten open tickets, two of them resolved: two 201, and both are closed', async (t) => {
  const server = await startServer(t, { env: { RATE_LIMIT_CREATE: '100' } });
  const player = await aPlayer(server);
  const ids = await Promise.all(times(10, () => aTicket(server, player)));
  await setStatus(server, ids[3] ?? '', 'resolved');
  await setStatus(server, ids[6] ?? '', 'resolved');
  const replies = await Promise.all(times(50, () => createTicket(server, player)));
  assert.deepEqual(statuses(replies), [201, 201, ...times(48, () => 409)]);
  const { tickets } = (await listTickets(server, player)).body;
  const open = tickets.filter(({ status }: { status: string }) => status !== 'closed');
  const closed = tickets.filter(({ status }: { status: string }) => status === 'closed');
  assert.equal(open.length, 10);
  assert.deepEqual(closed.map(({ id }: { id: string }) => id).toSorted(), [ids[3], ids[6]].toSorted());
});

test('32 concurrent identifies of one installation: one player, and one valid token at the end', async (t) => {
  const server = await startServer(t, { env: { RATE_LIMITS: 'off', LOG_LEVEL: 'error' } });
  const { project } = await aPlayer(server);
  for (let round = 0; round < rounds(12); round++) {
    const body = { projectPublicKey: project.publicKey, installationId: `at-once-${round}` };
    const replies = await Promise.all(times(32, () => server.call('POST', '/api/v1/player/identify', { body })));
    assert.deepEqual(new Set(statuses(replies)), new Set([200]));
    assert.equal(new Set(replies.map(({ body }) => body.playerId)).size, 1);
    const tokens = replies.map(({ body }) => body.playerAccessToken as string);
    assert.equal(new Set(tokens).size, 32);
    const polls = await Promise.all(
      tokens.map((token) =>
        server.call('GET', `/api/v1/player/tickets?projectPublicKey=${project.publicKey}`, { token }),
      ),
    );
    assert.deepEqual(statuses(polls), [200, ...times(31, () => 401)], `round ${round}`);
  }
});

test('20 concurrent creates with one Idempotency-Key: one ticket and one response', async (t) => {
  const server = await startServer(t, { env: { RATE_LIMIT_CREATE: '0', RATE_LIMIT_CREATE_HOUR: '0' } });
  runningClock(server);
  const player = await aPlayer(server);
  // Not `rounds`: a player can have only ten open tickets.
  for (let round = 0; round < 3; round++) {
    const headers = { 'idempotency-key': `create ${round}`.replace(' ', '-') };
    const replies = await Promise.all(times(20, () => createTicket(server, player, {}, { headers })));
    assert.deepEqual(new Set(statuses(replies)), new Set([201]));
    assert.equal(new Set(replies.map(({ text }) => text)).size, 1);
    assert.equal((await listTickets(server, player)).body.tickets.length, round + 1);
  }
});

test('20 concurrent replies with one Idempotency-Key: one message and one response', async (t) => {
  const server = await startServer(t);
  runningClock(server);
  const player = await aPlayer(server);
  const ticketId = await aTicket(server, player);
  const replies = await Promise.all(
    times(20, () =>
      server.call('POST', `/api/v1/tickets/${ticketId}/messages`, {
        token: player.token,
        body: { message: 'Once.' },
        headers: { 'idempotency-key': 'reply' },
      }),
    ),
  );
  assert.deepEqual(new Set(statuses(replies)), new Set([200]));
  assert.equal(new Set(replies.map(({ text }) => text)).size, 1);
  assert.equal((await getTicket(server, player, ticketId)).body.messages.length, 2);
});

test('two concurrent bodies with one Idempotency-Key: one succeeds, the other is a conflict', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  const headers = { 'idempotency-key': 'key' };
  const replies = await Promise.all(
    times(10, (index) => createTicket(server, player, { subject: `Subject ${index % 2}` }, { headers })),
  );
  assert.deepEqual(statuses(replies), [...times(5, () => 201), ...times(5, () => 409)]);
  for (const { status, body } of replies) {
    if (status === 409) assert.equal(body.type, '/problems/idempotency-conflict');
  }
  assert.equal((await listTickets(server, player)).body.tickets.length, 1);
});

test('20 concurrent mark-reads of an inbox message return one readAt', async (t) => {
  const server = await startServer(t);
  runningClock(server);
  const player = await aPlayer(server);
  const messageIds = [await directMessage(server, player), await anAnnouncement(server, player.project)];
  for (const messageId of messageIds) {
    const replies = await Promise.all(times(20, () => markRead(server, player, messageId)));
    assert.deepEqual(new Set(statuses(replies)), new Set([200]));
    const readAt = new Set(replies.map(({ body }) => body.readAt));
    assert.equal(readAt.size, 1);
    const shown = (await poll(server, player)).body.messages.find(({ id }: { id: string }) => id === messageId);
    assert.deepEqual([...readAt], [shown.readAt]);
  }
});

test('replies during closing: the conversation has exactly the accepted ones', async (t) => {
  const server = await startServer(t, { env: { RATE_LIMIT_REPLY: '0', RATE_LIMIT_CREATE_HOUR: '0' } });
  const player = await aPlayer(server);
  for (let round = 0; round < rounds(10); round++) {
    const ticketId = await aTicket(server, player);
    const closing = 5 + (round % 10);
    const sent = await Promise.all(
      times(20, async (index) => {
        const text = `Reply ${index}`;
        const reply =
          index === closing
            ? await setStatus(server, ticketId, 'closed')
            : await playerReply(server, player, ticketId, text);
        return { text, index, reply };
      }),
    );
    const replies = sent.filter(({ index }) => index !== closing);
    const accepted = replies.filter(({ reply }) => reply.status === 200).map(({ text }) => text);
    const ticket = await seenTicket(server, ticketId);
    const shown = ticket.messages.slice(1).map(({ message }: { message: string }) => message);
    assert.deepEqual(shown.toSorted(), accepted.toSorted());
    assert.ok(replies.every(({ reply }) => reply.status === 200 || reply.body.type === '/problems/ticket-closed'));
    assert.deepEqual([ticket.status, ticket.attentionSince, ticket.player.openTickets], ['closed', null, 0]);
    server.clock.advance(60_000);
  }
});

test("the team's replies during reading: unreadCount is the number of unread ones", async (t) => {
  const server = await startServer(t, { env: { RATE_LIMIT_READ: '0' } });
  runningClock(server);
  const player = await aPlayer(server);
  const ticketId = await aTicket(server, player);
  const shownIds = new Set<string>();
  // Not `rounds`: a ticket takes 500 messages.
  for (let round = 0; round < 8; round++) {
    const outcomes = await Promise.all(
      times(20, (index) =>
        index % 2 === 0 ? teamReply(server, ticketId, `Answer ${round} ${index}`) : getTicket(server, player, ticketId),
      ),
    );
    for (const { status, body } of outcomes) {
      if (status === 200) for (const { id } of body.messages) shownIds.add(id);
    }
    const { messages } = await seenTicket(server, ticketId);
    const teamReplies = messages.filter(({ authorType }: { authorType: string }) => authorType === 'admin');
    const unread = teamReplies.filter(({ readAt }: { readAt: string | null }) => readAt === null);
    assert.equal((await listTickets(server, player)).body.tickets[0].unreadCount, unread.length);
    assert.equal(teamReplies.length, (round + 1) * 10);
    for (const { id, readAt } of teamReplies)
      assert.equal(readAt !== null, shownIds.has(id), 'a reply is read exactly if it was shown');
  }
  await getTicket(server, player, ticketId);
  assert.equal((await listTickets(server, player)).body.tickets[0].unreadCount, 0);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aPlayer,
  aTicket,
  getTicket,
  listTickets,
  markRead,
  playerReply,
  poll,
  setStatus,
  teamNote,
  teamReply,
} from '../../helpers/builders.ts';
import { startServer } from '../../helpers/harness.ts';

test('a player creates a ticket, the team replies, and the reply is in the inbox', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server);
  const ticketId = await aTicket(server, player);
  const queue = await server.call('GET', '/api/v1/team/tickets?view=attention', { token: server.teamKey });
  assert.deepEqual(
    queue.body.tickets.map((ticket: { id: string }) => ticket.id),
    [ticketId],
  );

  assert.equal((await teamNote(server, ticketId, 'Secret.')).status, 201);
  assert.equal((await teamReply(server, ticketId, 'Jump twice.')).status, 201);
  const inbox = await poll(server, player);
  assert.equal(inbox.body.messages.length, 1);
  assert.deepEqual(
    [inbox.body.messages[0].type, inbox.body.messages[0].title, inbox.body.messages[0].body],
    ['ticket_reply', 'Stuck', 'Jump twice.'],
  );
  assert.equal((await listTickets(server, player)).body.tickets[0].unreadCount, 1);
  const read = await getTicket(server, player, ticketId);
  assert.deepEqual(
    read.body.messages.map((message: { authorType: string; message: string }) => [message.authorType, message.message]),
    [
      ['player', 'I cannot leave level 3.'],
      ['admin', 'Jump twice.'],
    ],
  );
  assert.equal((await listTickets(server, player)).body.tickets[0].unreadCount, 0);
  assert.equal((await markRead(server, player, inbox.body.messages[0].id)).body.ok, true);
  assert.equal((await playerReply(server, player, ticketId, 'Thanks!')).body.status, 'open');
  assert.equal((await setStatus(server, ticketId, 'closed')).body.status, 'closed');
  assert.equal((await playerReply(server, player, ticketId, 'And?')).status, 409);
});

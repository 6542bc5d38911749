import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { messagePlayer } from '../../../../src/team/players/message-player.ts';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import {
  aMember,
  aPlayer,
  aTicket,
  block,
  createTicket,
  directMessage,
  fromOwnPage,
  getTicket,
  listTickets,
  type Player,
  playerReply,
  poll,
  seenPlayer,
  setStatus,
  team,
  teamReply,
  timePasses,
} from '../../../helpers/builders.ts';
import type { Reply } from '../../../helpers/call.ts';
import { isTicket, openStream } from '../../../helpers/event-streams.ts';
import { START, startServer, type TestServer } from '../../../helpers/harness.ts';
import { linked, setUpIdentity } from '../../../helpers/identity.ts';
import { ticketChange } from '../../../helpers/operation/change-feed.ts';
import type { Attempt, RequestParts, TeamGiven } from '../../../helpers/operation/facts.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { changed, UNKNOWN_PLAYER } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';
import { assertAllNotFound, strangeIds } from '../../../helpers/strange-ids.ts';
import { ofLength, refusedSamples } from '../../../helpers/text-fields.ts';

const PATH = '/api/v1/team/players';
const DAY = 86_400_000;

const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

/** The player can reply in its ticket. A refusal is returned too. */
const answerable = (server: TestServer, player: Player, headers: Record<string, string> = {}, fields: object = {}) =>
  server.call('POST', `${PATH}/${player.id}/messages`, {
    token: server.teamKey,
    headers,
    body: { title: 'Your bug report', body: 'Is it gone now?', canReply: true, ...fields },
  });

async function ticketOf(reply: Promise<Reply>): Promise<string> {
  const { status, body, text } = await reply;
  assert.equal(status, 201, text);
  return body.ticketId;
}

const statusOf = async (server: TestServer, ticketId: string) =>
  (await team(server, 'GET', `/tickets/${ticketId}`)).body.status;

const inbox = async (server: TestServer, player: Player) => (await poll(server, player)).body.messages;

async function sameKeyTwice({ prepare, send }: Attempt<TeamGiven>): Promise<Reply> {
  const request = { ...(await prepare()), headers: { 'idempotency-key': 'one' } };
  await send(request);
  return send({ ...request, body: { ...request.body, title: 'Other' } });
}

const plain = async ({ server, project }: TeamGiven): Promise<RequestParts> => ({
  params: { playerId: (await aPlayer(server, project)).id },
  body: { title: HIDDEN, body: HIDDEN },
});

testTeamOperation(
  messagePlayer,
  {
    access: { role: 'agent', elsewhere: 404 },
    request: async (given) => {
      const { body, ...parts } = await plain(given);
      return { ...parts, body: { ...body, canReply: true } };
    },
    statuses: {
      400: changed({ body: { body: undefined } }),
      404: changed({ params: { playerId: UNKNOWN_PLAYER } }),
      409: sameKeyTwice,
    },
    statements: {
      usual: 8,
      cases: {
        'without a ticket': [4, plain],
        'with a key': [5, async (given) => ({ ...(await plain(given)), headers: { 'idempotency-key': 'k' } })],
      },
    },
    changeFeed: ({ project, reply }) => [ticketChange(project, reply.body.ticketId)],
  },
  () => {
    suite('MessagePlayer', async () => {
      const server = await sharedServer({ env: { RATE_LIMITS: 'off' } });

      test('201: the message is in the inbox, unread and without a ticket', async () => {
        const player = await aPlayer(server);
        const { status, headers, body } = await team(server, 'POST', `/players/${player.id}/messages`, {
          title: 'A gift',
          body: 'For you:\n100 gems.',
        });
        assert.equal(status, 201);
        assert.equal(headers.get('location'), `${PATH}/${player.id}`);
        assert.deepEqual(body, { id: body.id, ticketId: null, createdAt: at(0) });
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

      test('201: no other player gets it, and the poll delay stays the same', async () => {
        const player = await aPlayer(server);
        const other = await aPlayer(server, player.project);
        await directMessage(server, player);
        assert.deepEqual((await poll(server, other)).body.messages, []);
        // The idle delay is 300 seconds, with 20 % jitter.
        assert.ok((await poll(server, player)).body.nextPollAfterSeconds >= 240);
      });

      test('201: to a blocked player, with the longest texts', async () => {
        const player = await aPlayer(server);
        await block(server, player);
        const fields = { title: ofLength(120, '😀'), body: ofLength(10_000, '😀') };
        const id = await directMessage(server, player, fields);
        const [message] = (await poll(server, player)).body.messages;
        assert.deepEqual([message.id, message.title, message.body], [id, fields.title, fields.body]);
      });

      test('201: with `canReply` the player reads it as a ticket, replies, and it enters the queue', async () => {
        const player = await aPlayer(server, undefined, { context: { platform: 'iOS' } });
        const projectId = player.project.id;
        const member = await aMember(server, 'agent', { name: 'Ada', projectIds: [projectId] });
        const fields = { title: 'Your bug report', body: 'Is it gone\nnow?', canReply: true };
        const sent = await member.call('POST', `/players/${player.id}/messages`, fields);
        assert.equal(sent.status, 201, sent.text);
        const { id, ticketId } = sent.body;
        assert.deepEqual(sent.body, { id, ticketId, createdAt: at(0) });
        const { title, body } = fields;
        assert.deepEqual(await inbox(server, player), [
          { id, type: 'direct', ticketId, title, body, createdAt: at(0), readAt: null },
        ]);
        const listed = {
          id: ticketId,
          type: 'other',
          status: 'pending',
          subject: title,
          lastMessagePreview: 'Is it gone now?',
          lastMessageAt: at(0),
          unreadCount: 1,
        };
        assert.deepEqual((await listTickets(server, player)).body.tickets, [listed]);
        const queue = async (view: string) =>
          (await member.call('GET', `/tickets?view=${view}`)).body.tickets.map((one: { id: string }) => one.id);
        assert.deepEqual([await queue('attention'), await queue('pending')], [[], [ticketId]]);
        assert.deepEqual([await queue('unassigned'), await queue('mine')], [[], [ticketId]]);
        assert.equal((await seenPlayer(server, player.id)).openTickets, 1);

        const read = (await getTicket(server, player, ticketId)).body;
        const [first] = read.messages;
        assert.deepEqual(read, {
          ...{ id: ticketId, type: 'other', status: 'pending', subject: title },
          messages: [{ id: first.id, authorType: 'admin', message: body, createdAt: at(0) }],
        });
        const [{ unreadCount }] = (await listTickets(server, player)).body.tickets;
        assert.equal(unreadCount, 0);
        assert.equal((await inbox(server, player))[0].readAt, null, 'the inbox message stays unread');

        assert.equal((await playerReply(server, player, ticketId, 'Yes, thanks!')).body.status, 'open');
        assert.deepEqual([await queue('attention'), await queue('pending')], [[ticketId], []]);
        const ticket = (await member.call('GET', `/tickets/${ticketId}`)).body;
        assert.deepEqual([ticket.status, ticket.attentionSince, ticket.context.platform], ['open', at(0), 'iOS']);
        assert.deepEqual(
          ticket.messages.map((one: Reply['body']) => [one.authorType, one.author?.name, one.message, one.readAt]),
          [
            ['admin', 'Ada', body, at(0)],
            ['player', undefined, 'Yes, thanks!', null],
          ],
        );
        const last = ticket.messages[1].id;
        const replies = `/tickets/${ticketId}/replies`;
        const stale = await member.call('POST', replies, { message: 'Good.', afterMessageId: first.id });
        assertProblem(stale, 409, 'ticket-changed', `/api/v1/team${replies}`);
        assert.equal((await member.call('POST', replies, { message: 'Good.', afterMessageId: last })).status, 201);
      });

      test('201: with `canReply` the next poll comes soon, and a blocked player cannot reply', async () => {
        const player = await aPlayer(server);
        const ticketId = await ticketOf(answerable(server, player));
        // A conversation's delay is 15 seconds, with 20 % jitter.
        assert.ok((await poll(server, player)).body.nextPollAfterSeconds <= 18);
        await block(server, player);
        const path = `/api/v1/tickets/${ticketId}/messages`;
        assertProblem(await playerReply(server, player, ticketId), 409, 'player-blocked', path);
        const later = await ticketOf(answerable(server, player));
        assert.equal((await team(server, 'GET', `/tickets/${later}`)).body.playerBlocked, true);
      });

      test('201: the ticket of an API key has no assignee', async () => {
        const ticketId = await ticketOf(answerable(server, await aPlayer(server)));
        assert.equal((await team(server, 'GET', `/tickets/${ticketId}`)).body.assigneeId, null);
      });

      test('201: without `canReply` other members are sent no change', async (t) => {
        const player = await aPlayer(server);
        const { cookie } = await aMember(server, 'viewer', { projectIds: [player.project.id] });
        const stream = await openStream(t, server, { headers: { cookie } });
        await directMessage(server, player, { canReply: false });
        const ticketId = await ticketOf(answerable(server, player));
        await stream.received(isTicket(ticketId));
        const tickets = stream.events.filter(({ name }) => name === 'ticket');
        assert.deepEqual(tickets, [ticketChange(player.project, ticketId)]);
      });

      test('201: the audit log has the ticket, and no text', async () => {
        const player = await aPlayer(server);
        const { id, ticketId } = (await answerable(server, player)).body;
        const [entry] = (await team(server, 'GET', '/audit?action=MessagePlayer')).body.entries;
        const { target, projectId, details } = entry;
        assert.deepEqual([target, projectId], [player.id, player.project.id]);
        assert.deepEqual(details, { ticketIds: [ticketId], messageId: id });
      });

      test('201: repeated with its Idempotency-Key, also at the same time, it is sent once', async () => {
        const player = await aPlayer(server);
        const send = () => answerable(server, player, { 'idempotency-key': 'once' });
        const replies = await Promise.all([send(), send(), send(), send()]);
        const [first = assert.fail(), ...others] = [...replies, await send()];
        assert.equal(first.status, 201, first.text);
        for (const { status, text } of others) assert.deepEqual([status, text], [201, first.text]);
        assert.equal((await inbox(server, player)).length, 1);
        assert.equal((await listTickets(server, player)).body.tickets.length, 1);
        assert.equal((await seenPlayer(server, player.id)).openTickets, 1);
        const other = await answerable(server, player, { 'idempotency-key': 'once' }, { canReply: false });
        assertProblem(other, 409, 'idempotency-conflict', `${PATH}/${player.id}/messages`);
        // Other callers and players have keys of their own.
        const member = await aMember(server, 'agent');
        const path = `${PATH}/${player.id}/messages`;
        const headers = { ...fromOwnPage(member.cookie), 'idempotency-key': 'once' };
        const theirs = await server.call('POST', path, { headers, body: { title: 't', body: 'b' } });
        assert.equal(theirs.status, 201, theirs.text);
        const neighbour = await aPlayer(server, player.project);
        assert.equal((await answerable(server, neighbour, { 'idempotency-key': 'once' })).status, 201);
        assert.equal((await inbox(server, neighbour)).length, 1);
      });

      test('201: repeated with its Idempotency-Key after the player was linked, it is sent once', async () => {
        const player = await aPlayer(server);
        await setUpIdentity(server, player.project);
        const send = () => answerable(server, player, { 'idempotency-key': 'once' });
        const first = await send();
        const account = await linked(server, player, 'account');
        const again = await send();
        assert.deepEqual([again.status, again.text], [201, first.text]);
        assert.equal((await inbox(server, account)).length, 1);
      });

      test('409: ten open tickets; without `canReply` it is sent', async () => {
        const player = await aPlayer(server);
        for (let count = 0; count < 10; count++) await aTicket(server, player);
        const refused = await answerable(server, player);
        assertProblem(refused, 409, 'open-ticket-limit', `${PATH}/${player.id}/messages`);
        assert.match(refused.body.detail, /without `canReply`/);
        assert.deepEqual(await inbox(server, player), []);
        assert.equal((await seenPlayer(server, player.id)).openTickets, 10);
        await directMessage(server, player);
        assert.equal((await inbox(server, player)).length, 1);
      });

      test('201: messages without a reply never keep the player or the team from a new ticket', async (t) => {
        const server = await startServer(t, { env: { RATE_LIMITS: 'off' } });
        const player = await aPlayer(server);
        const sent: string[] = [];
        for (let count = 0; count < 9; count++) {
          sent.push(await ticketOf(answerable(server, player)));
          server.clock.advance(1000);
        }
        const [first = '', second = '', third = '', fourth = ''] = sent;
        await playerReply(server, player, first);
        await setStatus(server, first, 'pending');
        await teamReply(server, second);
        const own = await aTicket(server, player);
        assert.equal((await seenPlayer(server, player.id)).openTickets, 10);

        assert.equal((await createTicket(server, player)).status, 201);
        assert.equal(await statusOf(server, third), 'closed');
        const last = await ticketOf(answerable(server, player));
        assert.equal(await statusOf(server, fourth), 'closed');
        for (const ticketId of [first, second, last]) assert.equal(await statusOf(server, ticketId), 'pending');
        assert.equal(await statusOf(server, own), 'open');
        assert.equal((await seenPlayer(server, player.id)).openTickets, 10);
        const path = `/api/v1/tickets/${third}/messages`;
        assertProblem(await playerReply(server, player, third), 409, 'ticket-closed', path);
      });

      test('201: the ticket stays pending until somebody changes it, and closes after it is resolved', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const [waiting, resolved] = [
          await ticketOf(answerable(server, player)),
          await ticketOf(answerable(server, player)),
        ];
        assert.equal((await setStatus(server, resolved, 'resolved')).status, 200);
        await timePasses(server, 20 * DAY);
        assert.deepEqual([await statusOf(server, waiting), await statusOf(server, resolved)], ['pending', 'closed']);
        assert.equal((await playerReply(server, player, waiting)).body.status, 'open');
      });

      for (const field of [
        { name: 'title', min: 1, max: 120, required: true, notBlank: true },
        { name: 'body', min: 1, max: 10_000, required: true, notBlank: true },
      ] as const) {
        test(`400: an invalid ${field.name}`, async () => {
          const player = await aPlayer(server);
          const path = `${PATH}/${player.id}/messages`;
          for (const [, value] of refusedSamples(field)) {
            const body = { title: 'Title', body: 'Body', [field.name]: value };
            assertInvalid(await server.call('POST', path, { token: server.teamKey, body }), path, field.name);
          }
          assert.deepEqual((await poll(server, player)).body.messages, []);
        });
      }

      test('400: title and body are both missing', async () => {
        const player = await aPlayer(server);
        const path = `${PATH}/${player.id}/messages`;
        assertInvalid(await server.call('POST', path, { token: server.teamKey, body: {} }), path, 'title', 'body');
      });

      test('404: an id that does not exist', async () => {
        const { id } = await aPlayer(server);
        await assertAllNotFound(
          strangeIds(id),
          (one) => `${PATH}/${one}/messages`,
          (path) => server.call('POST', path, { token: server.teamKey, body: { title: 't', body: 'b' } }),
        );
      });
    });
  },
);

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { replyToTicket } from '../../../../src/team/tickets/reply-to-ticket.ts';
import { lastEntry } from '../../../helpers/accounts.ts';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import {
  aMember,
  aPlayer,
  aProject,
  aTicket,
  getTicket,
  mergeTicket,
  type Player,
  playerReply,
  poll,
  seenPlayer,
  setStatus,
  team,
  teamNote,
  teamReply,
} from '../../../helpers/builders.ts';
import type { Reply } from '../../../helpers/call.ts';
import { START, startServer, type TestServer } from '../../../helpers/harness.ts';
import { ticketChange } from '../../../helpers/operation/change-feed.ts';
import type { RequestParts, TeamGiven } from '../../../helpers/operation/facts.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { changed, sameKeyForAnotherText, UNKNOWN_TICKET } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aMacro, aTicketOf } from '../../../helpers/things.ts';

const STATUSES = ['open', 'pending', 'resolved', 'closed'] as const;

const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

const reply = (server: TestServer, id: string, body: object, key?: string, token = server.teamKey): Promise<Reply> =>
  server.call('POST', `/api/v1/team/tickets/${id}/replies`, {
    token,
    body,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });
const teamTicket = async (server: TestServer, id: string) => (await team(server, 'GET', `/tickets/${id}`)).body;

const inbox = async (server: TestServer, player: Player) =>
  (await poll(server, player)).body.messages.map(({ type }: { type: string }) => type);
const texts = (ticket: Reply['body']) => ticket.messages.map(({ message }: { message: string }) => message);

async function withEverything({ server, project }: TeamGiven): Promise<RequestParts> {
  const ticketId = await aTicketOf(server, project);
  const [{ id: afterMessageId }] = (await teamTicket(server, ticketId)).messages;
  const body = { message: 'Done.', status: 'closed', afterMessageId };
  return { params: { ticketId }, body, headers: { 'idempotency-key': 'one' } };
}

async function withChanges({ server, project }: TeamGiven): Promise<RequestParts> {
  const ticketId = await aTicketOf(server, project);
  const macroIds = [await aMacro(server, project), await aMacro(server, project)];
  const body = { message: 'Done.', assigneeId: null, priority: 'high', addTags: ['crash'], macroIds };
  return { params: { ticketId }, body };
}

async function withUsedKey({ server, project }: TeamGiven): Promise<RequestParts> {
  const ticketId = await aTicketOf(server, project);
  const body = { message: 'Once.' };
  assert.equal((await reply(server, ticketId, body, 'one')).status, 201);
  return { params: { ticketId }, body, headers: { 'idempotency-key': 'one' } };
}

testTeamOperation(
  replyToTicket,
  {
    access: { role: 'agent', elsewhere: 404 },
    request: async ({ server, project }) => {
      const ticketId = await aTicketOf(server, project);
      return { params: { ticketId }, about: ticketId, body: { message: HIDDEN } };
    },
    statuses: {
      400: changed({ body: { message: '' } }),
      404: changed({ params: { ticketId: UNKNOWN_TICKET } }),
      409: sameKeyForAnotherText,
    },
    statements: {
      usual: 7,
      cases: {
        'with a status, a last message and an Idempotency-Key': [11, withEverything],
        'with a priority, tags and two macros': [12, withChanges],
        'again with the same Idempotency-Key': [4, withUsedKey],
      },
    },
    changeFeed: ({ project, about }) => [ticketChange(project, about)],
  },
  () => {
    suite('ReplyToTicket', () => {
      for (const from of STATUSES) {
        for (const status of ['pending', 'resolved', 'closed'] as const) {
          test(`201: a reply with a status makes a ticket that is ${from} ${status}`, async (t) => {
            const server = await startServer(t);
            const player = await aPlayer(server);
            const id = await aTicket(server, player);
            if (from !== 'open') await setStatus(server, id, from);
            const before = await teamTicket(server, id);
            const earlier = await inbox(server, player);
            server.clock.advance(1000);
            const { status: code, body } = await reply(server, id, { message: 'Done.', status });
            assert.deepEqual([code, body.status, body.createdAt], [201, status, at(1000)]);
            assert.deepEqual((await lastEntry(server)).details, { messageId: body.messageId, status });
            const after = await teamTicket(server, id);
            assert.deepEqual([after.status, after.attentionSince], [status, null]);
            assert.equal((await seenPlayer(server, player.id)).openTickets, status === 'closed' ? 0 : 1);
            const tells = status !== 'pending' && status !== from;
            assert.deepEqual(await inbox(server, player), [
              ...(tells ? ['ticket_status'] : []),
              'ticket_reply',
              ...earlier,
            ]);
            const made = after.events.slice(before.events.length);
            assert.deepEqual(
              made.map(({ kind, from, to }: Reply['body']) => [kind, from, to]),
              tells ? [['status', from, status]] : [],
            );
          });
        }
      }

      test('201: a reply to a resolved ticket starts the time until it closes again', async (t) => {
        const server = await startServer(t);
        const id = await aTicket(server, await aPlayer(server));
        await setStatus(server, id, 'resolved');
        server.clock.advance(1000);
        await reply(server, id, { message: 'One more thing.', status: 'resolved' });
        const playerId = (await teamTicket(server, id)).playerId;
        assert.equal((await server.store.tickets.byId(playerId, id))?.resolved_at, START + 1000);
      });

      test('201: the team sees the author, and the player does not', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await aTicket(server, player);
        const member = await aMember(server, 'agent', { name: 'Ada Secret' });
        assert.equal((await member.call('POST', `/tickets/${id}/replies`, { message: 'Hello.' })).status, 201);
        assert.equal((await member.call('POST', `/tickets/${id}/notes`, { message: 'Internal.' })).status, 201);
        const { messages } = await teamTicket(server, id);
        const ada = { id: member.id, name: 'Ada Secret' };
        assert.deepEqual(
          messages.map(({ author }: Reply['body']) => author),
          [null, ada, ada],
        );
        const seen = [(await getTicket(server, player, id)).text, (await poll(server, player)).text].join();
        assert.doesNotMatch(seen, /Secret|Internal|mem_/);
      });

      test('201 with afterMessageId: no newer public message', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await aTicket(server, player);
        const newest = async () => (await teamTicket(server, id)).messages.at(-1).id;
        const first = await newest();
        await teamNote(server, id);
        assert.equal(
          (await reply(server, id, { message: 'One.', afterMessageId: first })).status,
          201,
          'a note is no answer',
        );
        assert.equal((await reply(server, id, { message: 'Two.', afterMessageId: await newest() })).status, 201);
        await playerReply(server, player, id);
        assert.equal((await reply(server, id, { message: 'Three.', afterMessageId: await newest() })).status, 201);
      });

      test('409 ticket-changed: a newer public message, or an id that is not of this ticket', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const [id, other] = [await aTicket(server, player), await aTicket(server, player)];
        const [first] = (await teamTicket(server, id)).messages;
        await playerReply(server, player, id, 'Wait.');
        const before = await teamTicket(server, id);
        const { messageId: note } = (await teamNote(server, other)).body;
        for (const afterMessageId of [first.id, (await teamTicket(server, other)).messages[0].id, note, 'msg_a', '']) {
          const refused = await reply(server, id, { message: 'Late.', status: 'closed', afterMessageId });
          assertProblem(refused, 409, 'ticket-changed', `/api/v1/team/tickets/${id}/replies`);
        }
        assert.deepEqual(await teamTicket(server, id), before);
        await teamReply(server, id);
        const late = { message: 'Late.', afterMessageId: before.messages.at(-1).id };
        assert.equal((await reply(server, id, late)).status, 409, "another agent's answer counts too");
      });

      test('409 ticket-changed: only one of many replies to the same message is sent', async (t) => {
        const server = await startServer(t);
        const id = await aTicket(server, await aPlayer(server));
        const afterMessageId = (await teamTicket(server, id)).messages[0].id;
        const sent = await Promise.all(
          [1, 2, 3, 4, 5].map((one) => reply(server, id, { message: `${one}.`, afterMessageId })),
        );
        assert.deepEqual(sent.map(({ status }) => status).sort(), [201, 409, 409, 409, 409]);
        assert.equal((await teamTicket(server, id)).messages.length, 2);
      });

      test('201 with an Idempotency-Key: repeated requests, even concurrent ones, have one effect and one response', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await aTicket(server, player);
        const afterMessageId = (await teamTicket(server, id)).messages[0].id;
        const body = { message: 'Once.', status: 'resolved', afterMessageId };
        const sent = await Promise.all([1, 2, 3].map(() => reply(server, id, body, 'one')));
        server.clock.advance(1000);
        sent.push(await reply(server, id, body, 'one'));
        for (const { status, text, headers } of sent) {
          assert.deepEqual([status, text], [201, sent[0]?.text]);
          assert.equal(headers.get('location'), `/api/v1/team/tickets/${id}`);
        }
        const ticket = await teamTicket(server, id);
        assert.deepEqual([texts(ticket).length, ticket.events.length], [2, 1]);
        assert.deepEqual(await inbox(server, player), ['ticket_status', 'ticket_reply']);

        const notes = await Promise.all(
          [1, 2].map(() =>
            server.call('POST', `/api/v1/team/tickets/${id}/notes`, {
              token: server.teamKey,
              body: { message: 'Note.' },
              headers: { 'idempotency-key': 'one' },
            }),
          ),
        );
        assert.deepEqual(
          notes.map(({ status, text }) => [status, text]),
          [201, 201].map((status) => [status, notes[0]?.text]),
        );
        assert.equal(
          (await teamTicket(server, id)).messages.length,
          3,
          'the same key on another path is another request',
        );

        const member = await aMember(server);
        const headers = { cookie: member.cookie, 'sec-fetch-site': 'same-origin', 'idempotency-key': 'one' };
        const path = `/api/v1/team/tickets/${id}/replies`;
        const theirs = await server.call('POST', path, { body: { message: 'Mine.' }, headers });
        assert.equal(theirs.status, 201, "a key is its caller's own");
        assert.equal(texts(await teamTicket(server, id)).at(-1), 'Mine.');
      });

      test('201 with a used Idempotency-Key: the first response again, also after a merge', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const [source, target] = [await aTicket(server, player), await aTicket(server, player)];
        const first = await reply(server, source, { message: 'Once.' }, 'one');
        assert.equal((await mergeTicket(server, source, target)).status, 200);
        const again = await reply(server, source, { message: 'Once.' }, 'one');
        assert.deepEqual([again.status, again.text], [201, first.text]);
      });

      test('409 idempotency-conflict: the same key with another body', async (t) => {
        const server = await startServer(t);
        const id = await aTicket(server, await aPlayer(server));
        await reply(server, id, { message: 'One.' }, 'key');
        const path = `/api/v1/team/tickets/${id}/replies`;
        assertProblem(await reply(server, id, { message: 'Two.' }, 'key'), 409, 'idempotency-conflict', path);
        assertInvalid(await reply(server, id, { message: 'Two.' }, 'x'.repeat(256)), path, 'Idempotency-Key');
        assert.equal((await teamTicket(server, id)).messages.length, 2);
      });

      test('201: sets the assignee and priority and adds tags, all in one, with their history', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await aTicket(server, player);
        await team(server, 'PATCH', `/tickets/${id}`, { tags: ['ios'] });
        const member = await aMember(server);
        const changes = { assigneeId: member.id, priority: 'urgent', addTags: [' crash ', 'ios'] };
        const { body } = await reply(server, id, { message: 'On it.', ...changes });
        const ticket = await teamTicket(server, id);
        assert.deepEqual(
          [ticket.status, ticket.assigneeId, ticket.priority, ticket.tags],
          ['pending', member.id, 'urgent', ['crash', 'ios']],
        );
        assert.deepEqual(
          ticket.events.slice(-3).map(({ kind, from, to }: Reply['body']) => [kind, from, to]),
          [
            ['assignee', null, member.id],
            ['priority', 'normal', 'urgent'],
            ['tags', 'ios', 'crash, ios'],
          ],
        );
        const { details } = await lastEntry(server);
        const added = { ...changes, addTags: ['crash', 'ios'] };
        assert.deepEqual(details, { messageId: body.messageId, status: 'pending', ...added });
      });

      test('400: a value that cannot be set; no message is written either', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await aTicket(server, player);
        const macroId = await aMacro(server, player.project);
        const before = await teamTicket(server, id);
        const wrong: [object, string][] = [
          [{ assigneeId: 'mem_unknown' }, 'assigneeId'],
          [{ addTags: Array.from({ length: 21 }, (_, index) => `t${index}`) }, 'addTags'],
          [{ priority: 'asap' }, 'priority'],
          [{ macroIds: Array.from({ length: 6 }, () => macroId) }, 'macroIds'],
        ];
        for (const [fields, field] of wrong) {
          const refused = await reply(server, id, { message: 'm', macroIds: [macroId], ...fields });
          assertInvalid(refused, `/api/v1/team/tickets/${id}/replies`, field);
        }
        assert.deepEqual(await teamTicket(server, id), before);
        assert.deepEqual(await inbox(server, player), []);
        assert.equal((await team(server, 'GET', '/macros')).body.macros[0].uses, 0);
      });

      test('201: a macro counts each reply that names it once, and not those of other projects', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await aTicket(server, player);
        const { project } = player;
        const [mine, foreign] = [await aMacro(server, project), await aMacro(server, await aProject(server))];
        const shared = (await team(server, 'POST', '/macros', { name: 'n', body: 'b' })).body.id;
        server.clock.advance(1000);
        const body = { message: 'm', macroIds: [mine, mine, foreign, shared, 'mac_gone'] };
        for (const key of ['one', 'one', 'two']) assert.equal((await reply(server, id, body, key)).status, 201);
        const { macros } = (await team(server, 'GET', '/macros')).body;
        const used = (one: string) => {
          const { uses, lastUsedAt } = macros.find((macro: { id: string }) => macro.id === one);
          return [uses, lastUsedAt];
        };
        assert.deepEqual([mine, shared, foreign].map(used), [
          [2, at(1000)],
          [2, at(1000)],
          [0, null],
        ]);
      });

      test('201: replies at the same time count each macro exactly', async (t) => {
        const server = await startServer(t);
        const ids = [];
        const player = await aPlayer(server);
        for (let index = 0; index < 4; index++) ids.push(await aTicket(server, player));
        const players = [player, await aPlayer(server, player.project), await aPlayer(server, player.project)];
        for (const one of players.slice(1)) ids.push(await aTicket(server, one));
        const macroIds = [await aMacro(server, player.project), await aMacro(server, player.project)];
        const sent = await Promise.all(
          ids.map((id, index) =>
            reply(server, id, { message: 'm', macroIds: index % 2 === 0 ? macroIds : macroIds.toReversed() }),
          ),
        );
        assert.deepEqual(
          sent.map(({ status }) => status),
          ids.map(() => 201),
        );
        const { macros } = (await team(server, 'GET', '/macros')).body;
        assert.deepEqual(
          macros.map(({ uses }: { uses: number }) => uses),
          [ids.length, ids.length],
        );
      });

      test('400: a status that a reply cannot set', async (t) => {
        const server = await startServer(t);
        const id = await aTicket(server, await aPlayer(server));
        for (const status of ['open', 'new', null, 1]) {
          assertInvalid(
            await reply(server, id, { message: 'm', status }),
            `/api/v1/team/tickets/${id}/replies`,
            'status',
          );
        }
      });
    });
  },
);

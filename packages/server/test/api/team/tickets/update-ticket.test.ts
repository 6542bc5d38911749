import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { updateTicket } from '../../../../src/team/tickets/update-ticket.ts';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import {
  aMember,
  aPlayer,
  aProject,
  aTicket,
  getTicket,
  listTickets,
  playerReply,
  poll,
  setStatus,
  team,
  timePasses,
} from '../../../helpers/builders.ts';
import type { Reply } from '../../../helpers/call.ts';
import { executeSql } from '../../../helpers/databases.ts';
import { START, startServer, type TestServer } from '../../../helpers/harness.ts';
import { ticketChange } from '../../../helpers/operation/change-feed.ts';
import type { RequestParts, TeamGiven } from '../../../helpers/operation/facts.ts';
import { changed, sameKeyFor, UNKNOWN_TICKET } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aTicketOf } from '../../../helpers/things.ts';

const DAY = 86_400_000;

const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

const path = (id: string) => `/api/v1/team/tickets/${id}`;

const patch = (server: TestServer, id: string, body: object) => team(server, 'PATCH', `/tickets/${id}`, body);

const eventsOf = (reply: Reply) => reply.body.events.map(({ kind, from, to }: Reply['body']) => [kind, from, to]);

async function withEveryField({ server, project }: TeamGiven): Promise<RequestParts> {
  const ticketId = await aTicketOf(server, project);
  await setStatus(server, ticketId, 'closed');
  const body = { status: 'open', assigneeId: null, priority: 'high', tags: ['vip'] };
  return { params: { ticketId }, body };
}

async function withKey({ server, project }: TeamGiven): Promise<RequestParts> {
  const params = { ticketId: await aTicketOf(server, project) };
  return { params, body: { status: 'closed' }, headers: { 'idempotency-key': 'one' } };
}

async function withUsedKey({ server, project }: TeamGiven): Promise<RequestParts> {
  const ticketId = await aTicketOf(server, project);
  const headers = { 'idempotency-key': 'one' };
  await server.call('PATCH', path(ticketId), { token: server.teamKey, body: { status: 'closed' }, headers });
  return { params: { ticketId }, body: { status: 'closed' }, headers };
}

testTeamOperation(
  updateTicket,
  {
    access: { role: 'agent', elsewhere: 404 },
    request: async ({ server, project }) => {
      const ticketId = await aTicketOf(server, project);
      return { params: { ticketId }, about: ticketId, body: { status: 'closed' } };
    },
    statuses: {
      400: changed({ body: { status: 'gone' } }),
      404: changed({ params: { ticketId: UNKNOWN_TICKET } }),
      409: sameKeyFor({ status: 'open' }),
    },
    statements: {
      usual: 12,
      cases: {
        'with every field': [14, withEveryField],
        'with an Idempotency-Key': [13, withKey],
        'again with the same Idempotency-Key': [9, withUsedKey],
      },
    },
    changeFeed: ({ project, about }) => [ticketChange(project, about)],
  },
  () => {
    suite('UpdateTicket', () => {
      test('200: each change leaves one event with its actor; a value that stays the same leaves none', async (t) => {
        const server = await startServer(t);
        const id = await aTicket(server, await aPlayer(server));
        const [ada, bob] = [await aMember(server, 'agent', { name: 'Ada' }), await aMember(server, 'admin')];
        server.clock.advance(1000);
        const tags = [' vip ', 'e\u0301', 'vip', '\u00e9', 'Refund'];
        const body = { status: 'pending', assigneeId: bob.id, priority: 'urgent', tags };
        const first = await ada.call('PATCH', `/tickets/${id}`, body);
        assert.equal(first.status, 200, first.text);
        const { status, assigneeId, priority, tags: shown } = first.body;
        assert.deepEqual([status, assigneeId, priority, shown], ['pending', bob.id, 'urgent', ['Refund', 'vip', 'é']]);
        const made = [
          ['status', 'open', 'pending'],
          ['assignee', null, bob.id],
          ['priority', 'normal', 'urgent'],
          ['tags', null, 'Refund, vip, é'],
        ];
        assert.deepEqual(eventsOf(first), made);
        for (const { actor, createdAt, id: event } of first.body.events) {
          assert.deepEqual([actor, createdAt], [{ id: ada.id, name: 'Ada' }, at(1000)]);
          assert.match(event, /^evt_/);
        }
        server.clock.advance(1000);
        assert.deepEqual((await patch(server, id, { ...body, tags: shown })).body, first.body);
        assert.deepEqual((await patch(server, id, {})).body, first.body);
        const last = await patch(server, id, { assigneeId: null, tags: [] });
        assert.deepEqual(eventsOf(last), [...made, ['assignee', bob.id, null], ['tags', 'Refund, vip, é', null]]);
        assert.deepEqual([last.body.assigneeId, last.body.tags, last.body.priority], [null, [], 'urgent']);
        assert.equal(last.body.events.at(-1).actor.name, 'tests');
      });

      test('200: the player sees none of it', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await aTicket(server, player);
        const seen = async () =>
          JSON.stringify([
            (await getTicket(server, player, id)).body,
            (await listTickets(server, player)).body,
            (await poll(server, player)).body.messages,
          ]);
        const before = await seen();
        const member = await aMember(server, 'agent', { name: 'Secret Name' });
        await patch(server, id, { assigneeId: member.id, priority: 'high', tags: ['cheater'] });
        assert.equal(await seen(), before);
      });

      test('200: closing by the clock leaves an event without an actor; a refused change leaves no event', async (t) => {
        const server = await startServer(t);
        const id = await aTicket(server, await aPlayer(server));
        await setStatus(server, id, 'resolved');
        assert.equal((await patch(server, id, { status: 'open', assigneeId: 'mem_unknown' })).status, 400);
        await timePasses(server, 8 * DAY);
        const ticket = await team(server, 'GET', `/tickets/${id}`);
        assert.deepEqual(eventsOf(ticket), [
          ['status', 'open', 'resolved'],
          ['status', 'resolved', 'closed'],
        ]);
        assert.equal(ticket.body.events[1].actor, null);
      });

      test('200 with an Idempotency-Key: a repeated request, even a concurrent one, changes nothing', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await aTicket(server, player);
        const member = await aMember(server);
        const send = (headers: Record<string, string>, token?: string) =>
          server.call('PATCH', path(id), {
            body: { status: 'resolved' },
            headers: { 'idempotency-key': 'one', ...headers },
            ...(token === undefined ? {} : { token }),
          });
        const first = await Promise.all([1, 2, 3].map(() => send({}, server.teamKey)));
        assert.deepEqual(
          first.map(({ status, body }) => [status, body.status]),
          first.map(() => [200, 'resolved']),
        );
        await playerReply(server, player, id, 'It is back.');
        const again = await send({}, server.teamKey);
        assert.deepEqual([again.status, again.body.status], [200, 'open'], 'the ticket as it is now');
        const { entries } = (await team(server, 'GET', '/audit?action=UpdateTicket')).body;
        assert.equal(entries.length, 1);
        const theirs = await send({ cookie: member.cookie, 'sec-fetch-site': 'same-origin' });
        assert.equal(theirs.body.status, 'resolved', "a key is its caller's own");
        const types = (await poll(server, player)).body.messages.map(({ type }: { type: string }) => type);
        assert.deepEqual(types, ['ticket_status', 'ticket_status']);
      });

      test('400: an assignee who may not reply to tickets of this project', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await aTicket(server, player);
        const gone = await aMember(server, 'agent');
        await executeSql(server.databaseUrl, `UPDATE member SET disabled_at = 1 WHERE member_id = '${gone.id}'`);
        const members = [
          await aMember(server, 'viewer'),
          await aMember(server, 'owner', { projectIds: [(await aProject(server)).id] }),
          await aMember(server, 'agent', { projectIds: [] }),
          gone,
          { id: (await server.store.apiKeys.list())[0]?.api_key_id ?? '' },
          { id: '' },
        ];
        for (const { id: assigneeId } of members) {
          assertInvalid(await patch(server, id, { assigneeId, status: 'closed' }), path(id), 'assigneeId');
        }
        const able = await aMember(server, 'agent', { projectIds: [player.project.id] });
        assert.equal((await patch(server, id, { assigneeId: able.id })).status, 200);
        const { body } = await team(server, 'GET', `/tickets/${id}`);
        assert.deepEqual([body.status, body.assigneeId, body.events.length], ['open', able.id, 1]);
        await executeSql(server.databaseUrl, `UPDATE member SET disabled_at = 1 WHERE member_id = '${able.id}'`);
        const kept = await patch(server, id, { priority: 'high', assigneeId: able.id });
        assert.deepEqual([kept.status, kept.body.priority, kept.body.assigneeId], [200, 'high', able.id]);
      });

      test('400: invalid tags, or too many', async (t) => {
        const server = await startServer(t);
        const id = await aTicket(server, await aPlayer(server));
        const refused: [unknown[], string][] = [
          [[''], 'tags.0'],
          [['ok', ' '], 'tags.1'],
          [['a,b'], 'tags.0'],
          [['\u3164'], 'tags.0'],
          [['x'.repeat(41)], 'tags.0'],
          [[1], 'tags.0'],
          [Array.from({ length: 21 }, (_none, index) => `tag ${index}`), 'tags'],
        ];
        for (const [tags, field] of refused) assertInvalid(await patch(server, id, { tags }), path(id), field);
        const most = Array.from({ length: 20 }, (_none, index) => `tag ${index}`);
        assert.equal((await patch(server, id, { tags: most })).status, 200);
      });

      test('404: a ticket of a project that the caller may not enter', async (t) => {
        const server = await startServer(t);
        const [own, other] = [await aPlayer(server), await aPlayer(server)];
        const [mine, theirs] = [await aTicket(server, own), await aTicket(server, other)];
        const member = await aMember(server, 'owner', { projectIds: [own.project.id] });
        assertProblem(
          await member.call('PATCH', `/tickets/${theirs}`, { priority: 'low' }),
          404,
          'not-found',
          path(theirs),
        );
        assert.equal((await member.call('PATCH', `/tickets/${mine}`, { priority: 'low' })).status, 200);
        assert.equal((await team(server, 'GET', `/tickets/${theirs}`)).body.priority, 'normal');
      });
    });
  },
);

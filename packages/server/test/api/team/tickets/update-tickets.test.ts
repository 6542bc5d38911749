import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { updateTickets } from '../../../../src/team/tickets/update-tickets.ts';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import {
  aMember,
  aPlayer,
  aTicket,
  type Player,
  playerReply,
  poll,
  seenPlayer,
  team,
} from '../../../helpers/builders.ts';
import type { Reply } from '../../../helpers/call.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { aKnownIssue } from '../../../helpers/known-issues.ts';
import { ticketChange } from '../../../helpers/operation/change-feed.ts';
import type { RequestParts, TeamGiven } from '../../../helpers/operation/facts.ts';
import { changed, sameKeyFor } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aTicketOf } from '../../../helpers/things.ts';

const PATH = '/api/v1/team/tickets';

const patch = (server: TestServer, body: object) => team(server, 'PATCH', '/tickets', body);

const teamTicket = async (server: TestServer, id: string) => (await team(server, 'GET', `/tickets/${id}`)).body;

const eventsOf = (ticket: Reply['body']) => ticket.events.map(({ kind, from, to }: Reply['body']) => [kind, from, to]);

async function withPriority({ server, project }: TeamGiven): Promise<RequestParts> {
  return { body: { ticketIds: [await aTicketOf(server, project)], priority: 'low' } };
}

async function withEveryField({ server, project }: TeamGiven): Promise<RequestParts> {
  const ticketIds = [await aTicketOf(server, project)];
  return { body: { ticketIds, status: 'resolved', assigneeId: null, priority: 'high', addTags: ['new'] } };
}

async function withKnownIssue({ server, project }: TeamGiven): Promise<RequestParts> {
  return { body: { ticketIds: [await aTicketOf(server, project)], knownIssueId: await aKnownIssue(server, project) } };
}

async function withKey({ server, project }: TeamGiven): Promise<RequestParts> {
  const ticketIds = [await aTicketOf(server, project)];
  return { body: { ticketIds, status: 'pending' }, headers: { 'idempotency-key': 'one' } };
}

testTeamOperation(
  updateTickets,
  {
    access: { role: 'agent', elsewhere: 'hidden' },
    request: async ({ server, project }) => {
      const ticketId = await aTicketOf(server, project);
      return { about: ticketId, body: { ticketIds: [ticketId], status: 'pending' } };
    },
    statuses: {
      400: changed({ body: { ticketIds: [] } }),
      409: sameKeyFor({ status: 'open' }),
    },
    // Each further ticket needs the same again, without the audit entry.
    statements: {
      usual: 6,
      cases: {
        'with a priority': [5, withPriority],
        'with a known issue': [6, withKnownIssue],
        'with every field': [10, withEveryField],
        'with an Idempotency-Key': [7, withKey],
      },
    },
    changeFeed: ({ project, about }) => [ticketChange(project, about)],
  },
  () => {
    suite('UpdateTickets', () => {
      test('200: all tickets change as if one by one, and hidden tickets are reported as not found', async (t) => {
        const server = await startServer(t);
        const [one, other, hidden] = [await aPlayer(server), await aPlayer(server), await aPlayer(server)];
        const ids = [await aTicket(server, one), await aTicket(server, one), await aTicket(server, other)];
        const secret = await aTicket(server, hidden);
        const member = await aMember(server, 'agent', { projectIds: [one.project.id, other.project.id] });
        await team(server, 'PATCH', `/tickets/${ids[0]}`, { tags: ['old', 'kept'], status: 'resolved' });
        server.clock.advance(1000);

        const unknown = [secret, 'x', '', `tkt_${'a'.repeat(42)}`, `${ids[0]}a`, "'; --"];
        const sent = [...ids, ...unknown, ids[0]];
        const change = {
          status: 'resolved',
          assigneeId: member.id,
          priority: 'high',
          addTags: ['new'],
          // Both lists have it, so it is added. Tags are compared without outer spaces.
          removeTags: [' old ', 'new'],
        };
        const { status, body, text } = await member.call('PATCH', '/tickets', { ticketIds: sent, ...change });
        assert.equal(status, 200, text);
        assert.deepEqual(body.updated.toSorted(), ids.toSorted());
        assert.deepEqual(body.notFound.toSorted(), unknown.toSorted());
        const tickets = await Promise.all(ids.map((id) => teamTicket(server, id)));
        for (const { status, assigneeId, priority } of tickets) {
          assert.deepEqual([status, assigneeId, priority], ['resolved', member.id, 'high']);
        }
        assert.deepEqual(
          tickets.map(({ tags }) => tags),
          [['kept', 'new'], ['new'], ['new']],
        );
        assert.deepEqual(eventsOf(tickets[0]).slice(2), [
          ['assignee', null, member.id],
          ['priority', 'normal', 'high'],
          ['tags', 'kept, old', 'kept, new'],
        ]);
        assert.deepEqual(eventsOf(tickets[2]).length, 4);
        const notices = async (player: Player) =>
          (await poll(server, player)).body.messages.map(({ type }: { type: string }) => type);
        assert.deepEqual(await notices(one), ['ticket_status', 'ticket_status']);
        assert.deepEqual(await notices(other), ['ticket_status']);
        assert.deepEqual(await notices(hidden), []);
        const untouched = await teamTicket(server, secret);
        assert.deepEqual([untouched.status, untouched.events], ['open', []]);

        await member.call('PATCH', '/tickets', { ticketIds: sent, ...change });
        assert.deepEqual(await Promise.all(ids.map((id) => teamTicket(server, id))), tickets, 'again changes nothing');
      });

      test('200: concurrent changes lose and duplicate nothing while players write', async (t) => {
        const server = await startServer(t, { env: { RATE_LIMITS: 'off' } });
        const players = await Promise.all(Array.from({ length: 6 }, () => aPlayer(server)));
        const tickets = (
          await Promise.all(
            players.map(async (player) => [await aTicket(server, player), await aTicket(server, player)]),
          )
        ).flat();
        const work: Promise<Reply>[] = [];
        for (let round = 0; round < 8; round++) {
          const shuffled = tickets.toSorted(() => (round % 2 === 0 ? 1 : -1));
          const status = ['resolved', 'closed', 'open', 'pending'][round % 4];
          work.push(patch(server, { ticketIds: shuffled, status, addTags: [`round ${round}`] }));
          for (const [index, player] of players.entries())
            work.push(playerReply(server, player, tickets[index * 2] ?? ''));
        }
        for (const { status, text } of await Promise.all(work)) assert.ok([200, 409].includes(status), text);
        for (const [index, player] of players.entries()) {
          const own = await Promise.all([0, 1].map((which) => teamTicket(server, tickets[index * 2 + which] ?? '')));
          assert.equal(
            (await seenPlayer(server, player.id)).openTickets,
            own.filter(({ status }) => status !== 'closed').length,
          );
          for (const ticket of own) {
            assert.equal(ticket.tags.length, 8);
            const tags = ticket.events.filter(({ kind }: { kind: string }) => kind === 'tags');
            assert.equal(tags.length, 8);
            for (const [at, { from }] of tags.entries()) assert.equal(from, tags[at - 1]?.to ?? null);
          }
          const notices = (await poll(server, player)).body.messages.filter(
            ({ type }: { type: string }) => type === 'ticket_status',
          );
          const changes = own.flatMap(({ events }) =>
            events.filter(({ kind, to }: Reply['body']) => kind === 'status' && /^(?:resolved|closed)$/.test(to)),
          );
          assert.equal(notices.length, changes.length);
        }
      });

      test('200 with an Idempotency-Key: each ticket changes once, even if only some are repeated', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const ids = [await aTicket(server, player), await aTicket(server, player)];
        const send = (change: object) =>
          server.call('PATCH', '/api/v1/team/tickets', {
            token: server.teamKey,
            body: { ticketIds: ids, ...change },
            headers: { 'idempotency-key': 'one' },
          });
        const sent = await Promise.all([1, 2, 3].map(() => send({ status: 'resolved' })));
        await playerReply(server, player, ids[0] ?? '', 'It is back.');
        sent.push(await send({ status: 'resolved' }));
        for (const { status, body } of sent) {
          assert.deepEqual(
            [status, body],
            [200, { updated: ids.toSorted(), notFound: [], merged: [], held: [], notSnoozed: [] }],
          );
        }
        const statuses = await Promise.all(ids.map(async (id) => (await teamTicket(server, id)).status));
        assert.deepEqual(statuses, ['open', 'resolved']);
        const { entries } = (await team(server, 'GET', '/audit?action=UpdateTickets')).body;
        assert.equal(entries.length, 1);
        assertProblem(await send({ status: 'closed' }), 409, 'idempotency-conflict', '/api/v1/team/tickets');
      });

      test('400: no ticket changes if one cannot change', async (t) => {
        const server = await startServer(t);
        const [own, other] = [await aPlayer(server), await aPlayer(server)];
        const ids = [await aTicket(server, own), await aTicket(server, other)];
        const member = await aMember(server, 'agent', { projectIds: [own.project.id] });
        const limited = { ticketIds: ids, assigneeId: member.id, status: 'closed' };
        assertInvalid(await patch(server, limited), PATH, 'assigneeId');
        const twenty = Array.from({ length: 20 }, (_none, index) => `tag ${index}`);
        await team(server, 'PATCH', `/tickets/${ids[1]}`, { tags: twenty });
        assertInvalid(await patch(server, { ticketIds: ids, addTags: ['one more'] }), PATH, 'addTags');
        for (const id of ids) assert.equal((await teamTicket(server, id)).status, 'open');
        assert.deepEqual((await teamTicket(server, ids[0] ?? '')).tags, []);
        const many = Array.from({ length: 101 }, (_none, index) => `tkt_${index}`);
        for (const ticketIds of [[], many, 'x', undefined]) {
          assertInvalid(await patch(server, { ticketIds, status: 'open' }), PATH, 'ticketIds');
        }
      });
    });
  },
);

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MERGE_UNDO_DAYS } from '@player-support/contract/limits';
import { unmergeTicket as operation } from '../../../../src/team/tickets/unmerge-ticket.ts';
import { assertProblem } from '../../../helpers/assert-problem.ts';
import {
  aPlayer,
  aTicket,
  getTicket,
  listTickets,
  mergeTicket,
  type Player,
  playerReply,
  seenPlayer,
  setStatus,
  team,
  teamNote,
  teamReply,
  unmergeTicket,
} from '../../../helpers/builders.ts';
import type { Reply } from '../../../helpers/call.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { ticketChange } from '../../../helpers/operation/change-feed.ts';
import type { RequestParts, TeamGiven } from '../../../helpers/operation/facts.ts';
import { changed, tooOftenWithoutCredentials, UNKNOWN_TICKET } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

const DAY = 86_400_000;

const path = (id: string) => `/api/v1/team/tickets/${id}/unmerge`;

const teamTicket = async (server: TestServer, id: string) => (await team(server, 'GET', `/tickets/${id}`)).body;

async function merged({ server, project }: TeamGiven): Promise<{ ticketId: string; into: string }> {
  const player = await aPlayer(server, project);
  const [ticketId, into] = [await aTicket(server, player), await aTicket(server, player)];
  assert.equal((await mergeTicket(server, ticketId, into)).status, 200);
  return { ticketId, into };
}

async function notMerged({ server, project }: TeamGiven): Promise<RequestParts> {
  return { params: { ticketId: await aTicket(server, await aPlayer(server, project)) } };
}

async function afterAnotherMessage(given: TeamGiven): Promise<RequestParts> {
  const { ticketId, into } = await merged(given);
  assert.equal((await teamReply(given.server, into)).status, 201);
  return { params: { ticketId } };
}

/** Reads what players and members see, except the history. */
async function seen(server: TestServer, player: Player, ids: readonly string[]) {
  const tickets = await Promise.all(ids.map((id) => teamTicket(server, id)));
  return {
    list: (await listTickets(server, player)).body.tickets,
    openTickets: (await seenPlayer(server, player.id)).openTickets,
    tickets: tickets.map(({ events: _events, player: _player, ...ticket }) => ticket),
  };
}

testTeamOperation(
  operation,
  {
    access: { role: 'agent', elsewhere: 404 },
    request: async (given) => {
      const { ticketId, into } = await merged(given);
      return { params: { ticketId }, about: into };
    },
    statuses: {
      400: changed({ headers: { 'idempotency-key': 'with space' } }),
      404: changed({ params: { ticketId: UNKNOWN_TICKET } }),
      409: async ({ server, prepare, send }) => {
        const request = await prepare();
        server.clock.advance(MERGE_UNDO_DAYS * DAY + 1);
        return send(request);
      },
      429: tooOftenWithoutCredentials,
    },
    statements: {
      usual: 16,
      cases: {
        'when the other ticket has newer messages': [16, afterAnotherMessage],
        'for a ticket that is not merged': [7, notMerged],
      },
    },
    changeFeed: ({ project, params, about }) => [ticketChange(project, params?.ticketId), ticketChange(project, about)],
  },
  () => {
    suite('UnmergeTicket', () => {
      const STATUSES = ['open', 'pending', 'resolved', 'closed'];

      test('200: right after the merge, everything is as before, with any status and unread replies', async (t) => {
        const server = await startServer(t);
        for (const ofSource of STATUSES) {
          for (const ofTarget of STATUSES) {
            const player = await aPlayer(server);
            const ids: string[] = [];
            for (const status of [ofSource, ofTarget]) {
              const id = await aTicket(server, player, { subject: status });
              server.clock.advance(1000);
              await teamReply(server, id, `about ${status}`);
              server.clock.advance(1000);
              if (status === 'open') await playerReply(server, player, id);
              else await setStatus(server, id, status);
              server.clock.advance(1000);
              ids.push(id);
            }
            const [source = '', target = ''] = ids;
            const before = await seen(server, player, ids);
            assert.equal((await mergeTicket(server, source, target)).status, 200);
            assert.deepEqual(
              (await listTickets(server, player)).body.tickets.map(({ id, unreadCount }: Reply['body']) => [
                id,
                unreadCount,
              ]),
              [[target, 2]],
            );
            server.clock.advance(1000);
            const reply = await unmergeTicket(server, source);
            assert.deepEqual(reply.body, await teamTicket(server, source));
            assert.deepEqual(await seen(server, player, ids), before, `${ofSource} into ${ofTarget}`);
            assert.deepEqual(
              reply.body.events.slice(-2).map(({ kind, from, to }: Reply['body']) => [kind, from, to]),
              [
                ['merged_into', null, target],
                ['merged_into', target, null],
              ],
            );
          }
        }
      });

      test('200: what was written since stays in the other ticket, which keeps its status', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const [source, target] = [await aTicket(server, player), await aTicket(server, player)];
        await teamReply(server, target);
        assert.equal((await teamTicket(server, target)).status, 'pending');
        await mergeTicket(server, source, target);
        server.clock.advance(1000);
        await playerReply(server, player, source, 'written to the merged one');
        await unmergeTicket(server, source);
        const texts = async (id: string) =>
          (await getTicket(server, player, id)).body.messages.map(({ message }: Reply['body']) => message);
        assert.deepEqual(await texts(source), ['I cannot leave level 3.']);
        assert.deepEqual(await texts(target), ['I cannot leave level 3.', 'Jump twice.', 'written to the merged one']);
        const { status, lastMessagePreview } = await teamTicket(server, target);
        assert.deepEqual([status, lastMessagePreview], ['open', 'written to the merged one']);
        assert.equal((await teamTicket(server, source)).status, 'open');
        assert.equal((await seenPlayer(server, player.id)).openTickets, 2);
        await mergeTicket(server, source, target);
        await unmergeTicket(server, source);
        for (const text of ['one', 'two']) await teamNote(server, target, text);
        assert.equal((await texts(target)).length, 3);
        assert.equal((await teamTicket(server, target)).messages.length, 5);
      });

      test('200: replies that the player read meanwhile are read in both', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const [source, target] = [await aTicket(server, player), await aTicket(server, player)];
        for (const id of [source, source, target]) await teamReply(server, id);
        await mergeTicket(server, source, target);
        await teamReply(server, target);
        assert.equal((await listTickets(server, player)).body.tickets[0].unreadCount, 4);
        await getTicket(server, player, source);
        assert.equal((await listTickets(server, player)).body.tickets[0].unreadCount, 0);
        await teamReply(server, target);
        await unmergeTicket(server, source);
        const { tickets } = (await listTickets(server, player)).body;
        assert.deepEqual(
          new Map(tickets.map(({ id, unreadCount }: Reply['body']) => [id, unreadCount])),
          new Map([
            [target, 1],
            [source, 0],
          ]),
        );
      });

      test('of two merges only the newest can be undone, and then the other one', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const [a, b, target] = [
          await aTicket(server, player),
          await aTicket(server, player),
          await aTicket(server, player),
        ];
        await setStatus(server, target, 'closed');
        await mergeTicket(server, a, target);
        await mergeTicket(server, b, target);
        const refused = await unmergeTicket(server, a);
        assertProblem(refused, 409, 'merge-refused', path(a));
        assert.ok(refused.body.detail.includes(b), refused.text);
        await unmergeTicket(server, b);
        const { messages, mergedTickets } = await teamTicket(server, target);
        assert.deepEqual(messages.map(({ ticketId }: Reply['body']) => ticketId).sort(), [a, target, target].sort());
        assert.deepEqual(
          mergedTickets.map(({ ticketId }: Reply['body']) => ticketId),
          [a],
        );
        assert.equal((await seenPlayer(server, player.id)).openTickets, 2);
        assert.equal((await unmergeTicket(server, a)).status, 200);
        assert.equal((await teamTicket(server, target)).status, 'closed');
        assert.equal((await seenPlayer(server, player.id)).openTickets, 2);
      });

      test('200: the same Idempotency-Key undoes one merge, not a later one', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const [source, target] = [await aTicket(server, player), await aTicket(server, player)];
        const undo = () =>
          server.call('POST', path(source), { token: server.teamKey, headers: { 'idempotency-key': 'one' } });
        await mergeTicket(server, source, target);
        assert.equal((await undo()).body.mergedInto, null);
        await mergeTicket(server, source, target);
        const again = await undo();
        assert.deepEqual([again.status, again.body.mergedInto], [200, target]);
      });

      test(`409: after ${MERGE_UNDO_DAYS} days`, async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const [a, b, target] = [
          await aTicket(server, player),
          await aTicket(server, player),
          await aTicket(server, player),
        ];
        await mergeTicket(server, a, target);
        server.clock.advance(1);
        await mergeTicket(server, b, target);
        server.clock.advance(MERGE_UNDO_DAYS * DAY);
        assert.equal((await unmergeTicket(server, b)).status, 200);
        const before = await teamTicket(server, target);
        assertProblem(await unmergeTicket(server, a), 409, 'merge-refused', path(a));
        assert.deepEqual(await teamTicket(server, target), before);
      });
    });
  },
);

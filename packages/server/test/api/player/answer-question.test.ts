import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DAY, HOUR } from '../../../src/domain/time.ts';
import { answerQuestion as operation } from '../../../src/player/answer-question.ts';
import { assertProblem } from '../../helpers/assert-problem.ts';
import {
  aMember,
  aPlayer,
  aProject,
  aTicket,
  block,
  listTickets,
  mergeTicket,
  seenPlayer,
  setStatus,
  team,
} from '../../helpers/builders.ts';
import type { Reply } from '../../helpers/call.ts';
import { openStream, receivedSoFar } from '../../helpers/event-streams.ts';
import { startServer, type TestServer } from '../../helpers/harness.ts';
import {
  aKnownIssue,
  anAskedTicket,
  anAskedTicketOf,
  BUILD,
  fixIn,
  link,
  playersAreAsked,
  questionsOf,
  sayFixed,
  seenIssue,
  updates,
} from '../../helpers/known-issues.ts';
import { settingsChange, ticketChange } from '../../helpers/operation/change-feed.ts';
import { changed, tooOften, UNKNOWN_TICKET } from '../../helpers/operation/scenarios.ts';
import { testPlayerOperation } from '../../helpers/operation/test-operation.ts';

const pathOf = (ticketId: string) => `/api/v1/player/tickets/${ticketId}/fixed`;

const ticketOf = async (server: TestServer, id: string): Promise<Reply['body']> =>
  (await team(server, 'GET', `/tickets/${id}`)).body;

const historyOf = async (server: TestServer, id: string) =>
  (await ticketOf(server, id)).events
    .filter(({ kind }: { kind: string }) => kind === 'fixed')
    .map(({ from, to }: { from: string; to: string }) => [from, to]);

testPlayerOperation(
  operation,
  {
    request: async ({ server, player }) => {
      const about = await anAskedTicketOf(server, player);
      return { params: { ticketId: about }, body: { fixed: false }, about };
    },
    statuses: {
      400: changed({ body: { fixed: 'yes' } }),
      404: changed({ params: { ticketId: UNKNOWN_TICKET } }),
      409: async ({ server, player, prepare, send }) => {
        const request = await prepare();
        await block(server, player);
        return send(request);
      },
      429: tooOften,
    },
    statements: {
      usual: 5,
      cases: {
        'a yes, which closes the ticket': [
          7,
          async ({ server, player }) => ({
            params: { ticketId: await anAskedTicketOf(server, player) },
            body: { fixed: true },
          }),
        ],
      },
    },
    // The known issue's counts follow within ten seconds.
    changeFeed: ({ player, about }) => [ticketChange(player.project, about)],
  },
  () => {
    suite('AnswerQuestion 200', () => {
      test('a yes closes the ticket without a message, and counts', async (t) => {
        const server = await startServer(t);
        const { player, ticketId, issueId } = await anAskedTicket(server, await aProject(server));
        const reply = await sayFixed(server, player, ticketId, true);
        assert.deepEqual([reply.status, reply.body], [200, { ticketId, fixed: true, status: 'closed' }]);
        assert.deepEqual((await seenIssue(server, issueId)).fixedForPlayers, { asked: 1, yes: 1, no: 0 });
        assert.equal((await ticketOf(server, ticketId)).status, 'closed');
        assert.equal((await seenPlayer(server, player.id)).openTickets, 0);
        const kept = [
          [BUILD, 'asked'],
          [BUILD, 'yes'],
        ];
        assert.deepEqual(await historyOf(server, ticketId), kept);
        assert.deepEqual((await sayFixed(server, player, ticketId, true)).body, reply.body);
        assert.deepEqual(await historyOf(server, ticketId), kept);
        assert.deepEqual(await questionsOf(server, player), []);
      });

      test('a no opens the ticket again, whatever its status was, and it waits for the team', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        for (const [status, openTickets] of [
          ['closed', 1],
          ['resolved', 1],
          ['pending', 1],
        ] as const) {
          const { player, ticketId, issueId } = await anAskedTicket(server, project);
          assert.equal((await setStatus(server, ticketId, status)).status, 200);
          server.clock.advance(HOUR);
          const { body } = await sayFixed(server, player, ticketId, false);
          assert.deepEqual(body, { ticketId, fixed: false, status: 'open' });
          const ticket = await ticketOf(server, ticketId);
          assert.deepEqual([ticket.status, ticket.attentionSince], ['open', new Date(server.clock.now).toISOString()]);
          assert.equal((await seenPlayer(server, player.id)).openTickets, openTickets);
          assert.deepEqual((await seenIssue(server, issueId)).fixedForPlayers, { asked: 1, yes: 0, no: 1 });
        }
      });

      test('a no wakes a snoozed ticket, and the team is told as of a reply', async (t) => {
        const server = await startServer(t);
        const { player, ticketId } = await anAskedTicket(server, await aProject(server));
        const ada = await aMember(server, 'agent');
        const since = (await ticketOf(server, ticketId)).attentionSince;
        const changes = { assigneeId: ada.id, snooze: { untilReply: true } };
        const snoozed = await team(server, 'PATCH', `/tickets/${ticketId}`, changes);
        assert.equal(snoozed.status, 200, snoozed.text);
        server.clock.advance(HOUR);
        const news = async () =>
          (await ada.call('GET', '/account/news?kinds=reply')).body.news.map(
            (one: { ticketId: string }) => one.ticketId,
          );
        assert.deepEqual(await news(), []);
        assert.equal((await sayFixed(server, player, ticketId, false)).status, 200);
        const ticket = await ticketOf(server, ticketId);
        assert.deepEqual([ticket.status, ticket.snooze, ticket.attentionSince], ['open', null, since]);
        assert.deepEqual(await news(), [ticketId]);
      });

      test('a yes can become a no', async (t) => {
        const server = await startServer(t);
        const { player, ticketId, issueId } = await anAskedTicket(server, await aProject(server));
        assert.equal((await sayFixed(server, player, ticketId, true)).status, 200);
        assert.equal((await sayFixed(server, player, ticketId, false)).body.status, 'open');
        assert.deepEqual((await seenIssue(server, issueId)).fixedForPlayers, { asked: 1, yes: 0, no: 1 });
        assert.equal((await seenPlayer(server, player.id)).openTickets, 1);
      });

      test('of a ticket that is merged: a no opens the other one, a yes leaves it', async (t) => {
        const server = await startServer(t);
        const { player, ticketId } = await anAskedTicket(server, await aProject(server));
        const into = await aTicket(server, player);
        assert.equal((await mergeTicket(server, ticketId, into)).status, 200);
        assert.equal((await setStatus(server, into, 'resolved')).status, 200);
        assert.deepEqual((await sayFixed(server, player, ticketId, true)).body.status, 'resolved');
        const stream = await openStream(t, server);
        // Consoles learn the number of answers every ten seconds.
        for (let count = 0; count < 2; count++) server.pass(10_000);
        await receivedSoFar(server, player.project.id, [stream]);
        assert.deepEqual((await sayFixed(server, player, ticketId, false)).body.status, 'open');
        assert.deepEqual(await receivedSoFar(server, player.project.id, [stream]), [
          [ticketChange(player.project, ticketId), ticketChange(player.project, into), settingsChange('known-issues')],
        ]);
        assert.equal((await ticketOf(server, into)).status, 'open');
        assert.equal((await ticketOf(server, ticketId)).status, 'closed');
      });
    });

    suite('AnswerQuestion refuses', () => {
      test('404: a ticket of another player, one that nobody asked about, and a text that is no id', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        const { ticketId } = await anAskedTicket(server, project);
        const other = await aPlayer(server, project);
        for (const id of [ticketId, await aTicket(server, other), 'tkt_1', `${'%F0%9F%8F%B0'.repeat(100)}`]) {
          assertProblem(await sayFixed(server, other, id, true), 404, 'not-found', pathOf(id));
        }
        assert.equal((await ticketOf(server, ticketId)).status, 'open');
      });

      test('404: a question that has ended, whose ticket stays as it is, and which is no longer listed', async (t) => {
        const server = await startServer(t, { config: { inboxDays: 30 } });
        const project = await aProject(server);
        const { player, ticketId, issueId } = await anAskedTicket(server, project);
        const other = await anAskedTicket(server, project);
        assert.equal((await setStatus(server, ticketId, 'closed')).status, 200);
        server.clock.advance(30 * DAY);
        const inTime = await sayFixed(server, await updates(server, other.player, BUILD), other.ticketId, true);
        assert.equal(inTime.status, 200);
        const again = await updates(server, player, BUILD);
        assert.deepEqual((await questionsOf(server, again)).length, 1, 'until its last day');
        server.clock.advance(1);
        assert.deepEqual(await questionsOf(server, again), []);
        assertProblem(await sayFixed(server, again, ticketId, false), 404, 'not-found', pathOf(ticketId));
        assert.equal((await ticketOf(server, ticketId)).status, 'closed');
        assert.deepEqual((await seenIssue(server, issueId)).fixedForPlayers, { asked: 1, yes: 0, no: 0 });
      });

      test('409: a yes after a no, because the team has the ticket; until the player is asked again', async (t) => {
        const server = await startServer(t);
        const { player, ticketId, issueId } = await anAskedTicket(server, await aProject(server));
        assert.equal((await sayFixed(server, player, ticketId, false)).status, 200);
        const refused = await sayFixed(server, player, ticketId, true);
        assertProblem(refused, 409, 'question-answered', pathOf(ticketId));
        assert.equal((await sayFixed(server, player, ticketId, false)).status, 200);
        assert.equal((await ticketOf(server, ticketId)).status, 'open');
        await fixIn(server, issueId, '2.5');
        const later = await updates(server, player, '2.5');
        await playersAreAsked(server);
        assert.equal((await sayFixed(server, later, ticketId, true)).status, 200);
        assert.deepEqual((await seenIssue(server, issueId)).fixedForPlayers, { asked: 1, yes: 1, no: 0 });
      });

      test('409: a blocked player, whose answer changes nothing', async (t) => {
        const server = await startServer(t);
        const { player, ticketId, issueId } = await anAskedTicket(server, await aProject(server));
        assert.equal((await block(server, player)).status, 200);
        assertProblem(await sayFixed(server, player, ticketId, true), 409, 'player-blocked', pathOf(ticketId));
        assert.deepEqual((await seenIssue(server, issueId)).fixedForPlayers, { asked: 1, yes: 0, no: 0 });
        assert.equal((await listTickets(server, player)).body.tickets[0].status, 'open');
      });

      test('404: a question about a known issue that the ticket left, until it is linked again', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        const { player, ticketId, issueId } = await anAskedTicket(server, project);
        for (const other of [null, await aKnownIssue(server, project)]) {
          await link(server, other, ticketId);
          assert.deepEqual(await questionsOf(server, player), []);
          for (const fixed of [true, false]) {
            assertProblem(await sayFixed(server, player, ticketId, fixed), 404, 'not-found', pathOf(ticketId));
          }
        }
        assert.equal((await ticketOf(server, ticketId)).status, 'open');
        assert.deepEqual((await seenIssue(server, issueId)).fixedForPlayers, { asked: 1, yes: 0, no: 0 });
        await link(server, issueId, ticketId);
        assert.equal((await questionsOf(server, player)).length, 1);
        for (const _ of ['first', 'again']) assert.equal((await sayFixed(server, player, ticketId, true)).status, 200);
      });
    });
  },
);

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listQuestions as operation } from '../../../src/player/list-questions.ts';
import { aPlayer, aProject, poll } from '../../helpers/builders.ts';
import { startServer } from '../../helpers/harness.ts';
import { linked, setUpIdentity } from '../../helpers/identity.ts';
import {
  aKnownIssue,
  anAskedTicket,
  anAskedTicketOf,
  BUILD,
  link,
  questionsOf,
  sayFixed,
} from '../../helpers/known-issues.ts';
import { testPlayerOperation } from '../../helpers/operation/test-operation.ts';

const PATH = '/api/v1/player/questions';

testPlayerOperation(
  operation,
  {
    request: async ({ server, player }) => {
      await anAskedTicketOf(server, player);
      return {};
    },
    // Session and questions are one statement.
    statements: { usual: 1 },
  },
  () => {
    test('200: open questions, with the inbox message that asks; only those of this player', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const { player, ticketId } = await anAskedTicket(server, project);
      const { messages } = (await poll(server, player)).body;
      assert.deepEqual(await questionsOf(server, player), [
        {
          ticketId,
          messageId: messages[0].id,
          subject: 'Stuck',
          build: BUILD,
          askedAt: new Date(server.clock.now).toISOString(),
        },
      ]);
      assert.deepEqual(await questionsOf(server, await aPlayer(server, project)), []);
      const { headers } = await server.call('GET', PATH, { token: player.token });
      const options = { token: player.token, headers: { 'if-none-match': headers.get('etag') ?? '' } };
      assert.equal((await server.call('GET', PATH, options)).status, 304);
      assert.equal((await sayFixed(server, player, ticketId, true)).status, 200);
      assert.deepEqual((await server.call('GET', PATH, options)).body, { questions: [] });
    });

    test('200: none about a known issue that the ticket is no longer linked to', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const { player, ticketId, issueId } = await anAskedTicket(server, project);
      await link(server, await aKnownIssue(server, project), ticketId);
      assert.deepEqual(await questionsOf(server, player), []);
      await link(server, issueId, ticketId);
      assert.equal((await questionsOf(server, player)).length, 1);
    });

    test('200: a question moves with its ticket to the account of the player', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      await setUpIdentity(server, project);
      const { player, ticketId } = await anAskedTicket(server, project);
      const before = await questionsOf(server, player);
      const account = await linked(server, player, 'account', server.clock.now);
      assert.deepEqual(await questionsOf(server, account), before);
      assert.equal((await sayFixed(server, account, ticketId, false)).status, 200);
      assert.deepEqual(await questionsOf(server, account), []);
    });
  },
);

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MAX_OPEN_ANSWERS } from '@player-support/contract/limits';
import { answerKnownIssue } from '../../../../src/team/known-issues/answer-known-issue.ts';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import { aMember, aPlayer, aProject, aTicket, fromOwnPage, team } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import {
  aKnownIssue,
  aLinkedTicket,
  anAnswer,
  answerAll,
  answersAreSent,
  cancelAnswer,
  link,
  seenIssue,
} from '../../../helpers/known-issues.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { changed, sameKeyForAnotherText, untilLimited } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';

const pathOf = (issueId: string) => `/api/v1/team/known-issues/${issueId}/answers`;

testTeamOperation(
  answerKnownIssue,
  {
    access: { role: 'agent', elsewhere: 404 },
    request: async ({ server, project }) => ({
      params: { knownIssueId: (await aLinkedTicket(server, project)).issueId },
      body: { message: HIDDEN },
    }),
    statuses: {
      400: changed({ body: { message: 'Hello {{player.name}}' } }),
      404: changed({ params: { knownIssueId: 'kni_a' } }),
      409: sameKeyForAnotherText,
    },
    statements: { usual: 9 },
    changeFeed: [settingsChange('known-issues')],
  },
  () => {
    suite('AnswerKnownIssue', async () => {
      const server = await sharedServer({ env: { RATE_LIMITS: 'off' } });

      test('201: the answer waits; the same Idempotency-Key gets it again, also later', async (t) => {
        const own = await startServer(t);
        const { issueId } = await aLinkedTicket(own, await aProject(own));
        const send = (more: object = {}) =>
          own.call('POST', pathOf(issueId), {
            token: own.teamKey,
            body: { message: 'It is fixed.', ...more },
            headers: { 'idempotency-key': 'one' },
          });
        const first = await send();
        assert.equal(first.status, 201, first.text);
        assert.deepEqual([first.body.state, first.body.tickets, first.body.sent], ['waiting', 1, 0]);
        assert.deepEqual((await send()).body, first.body);
        assertProblem(await send({ texts: { de: 'Behoben.' } }), 409, 'idempotency-conflict', pathOf(issueId));
        assertProblem(await send({ status: 'resolved' }), 409, 'idempotency-conflict', pathOf(issueId));
        const headers = { ...fromOwnPage((await aMember(own)).cookie), 'idempotency-key': 'one' };
        const theirs = await own.call('POST', pathOf(issueId), { body: { message: 'It is fixed.' }, headers });
        assertProblem(theirs, 409, 'answer-refused', pathOf(issueId));
        await answersAreSent(own);
        const { id, state, sent } = (await send()).body;
        assert.deepEqual([id, state, sent], [first.body.id, 'done', 1]);
        assert.equal((await seenIssue(own, issueId)).answers.length, 1);
      });

      test('201: the server begins when the caller says, and until then it can be cancelled', async (t) => {
        const own = await startServer(t);
        const { issueId, ticketId } = await aLinkedTicket(own, await aProject(own));
        const { body } = await answerAll(own, issueId, { startsInSeconds: 60 });
        assert.equal(body.sendAt, new Date(own.clock.now + 60_000).toISOString());
        own.clock.advance(54_999);
        await answersAreSent(own);
        assert.equal((await seenIssue(own, issueId)).answers[0].state, 'waiting');
        assert.equal((await cancelAnswer(own, issueId, body.id)).body.sent, 0);
        own.clock.advance(60_000);
        await answersAreSent(own);
        assert.equal((await team(own, 'GET', `/tickets/${ticketId}`)).body.messages.length, 1);
      });

      test('201: ten times at once: there is one answer', async () => {
        const { issueId } = await aLinkedTicket(server, await aProject(server));
        const replies = await Promise.all(Array.from({ length: 10 }, () => answerAll(server, issueId)));
        assert.equal(replies.filter(({ status }) => status === 201).length, 1);
        for (const reply of replies.filter(({ status }) => status !== 201)) {
          assertProblem(reply, 409, 'answer-refused', pathOf(issueId));
        }
      });

      test('409: values are missing, unless these tickets are to be left out', async () => {
        const project = await aProject(server);
        const { issueId } = await aLinkedTicket(server, project);
        const message = 'Hello {{player.userId}}';
        const missing = await answerAll(server, issueId, { message });
        assertProblem(missing, 409, 'values-missing', pathOf(issueId));
        assert.match(missing.body.detail, /\{\{player\.userId\}\}/);
        const nobody = await answerAll(server, issueId, { message, skipMissing: true });
        assertProblem(nobody, 409, 'answer-refused', pathOf(issueId));
        await link(server, issueId, await aTicket(server, await aPlayer(server, project, { userId: 'ada' })));
        const { status, body } = await answerAll(server, issueId, { message, skipMissing: true });
        assert.deepEqual([status, body.tickets], [201, 2]);
        const [entry] = (await team(server, 'GET', '/audit?action=AnswerKnownIssue')).body.entries;
        assert.deepEqual(entry.details, { answerId: body.id, status: 'pending', tickets: 1 });
      });

      test('409: nobody would get it', async () => {
        const issueId = await aKnownIssue(server, await aProject(server));
        assertProblem(await answerAll(server, issueId), 409, 'answer-refused', pathOf(issueId));
      });

      test('409: more unfinished answers than a project can have, until one is cancelled', async () => {
        const project = await aProject(server);
        const { issueId: first } = await aLinkedTicket(server, project);
        const answer = await anAnswer(server, first);
        for (let count = 1; count < MAX_OPEN_ANSWERS; count++) {
          await anAnswer(server, (await aLinkedTicket(server, project)).issueId);
        }
        const { issueId } = await aLinkedTicket(server, project);
        assertProblem(await answerAll(server, issueId), 409, 'answer-refused', pathOf(issueId));
        assert.equal((await cancelAnswer(server, first, answer)).status, 200);
        await anAnswer(server, issueId);
      });

      test('400: status and message', async () => {
        const { issueId } = await aLinkedTicket(server, await aProject(server));
        for (const [fields, field] of [
          [{ status: 'open' }, 'status'],
          [{ message: ' ' }, 'message'],
          [{ message: 'x'.repeat(10_001) }, 'message'],
          [{ skipMissing: 'yes' }, 'skipMissing'],
          [{ startsInSeconds: 0 }, 'startsInSeconds'],
          [{ startsInSeconds: 86_401 }, 'startsInSeconds'],
          [{ texts: { de: 'Hallo {{player.name}}' } }, 'texts.de'],
        ] as const) {
          assertInvalid(await answerAll(server, issueId, fields), pathOf(issueId), field);
        }
      });

      test('429: a member sends only so many in an hour', async (t) => {
        const limited = await startServer(t, { config: { limits: { answerAll: 3 } } });
        const { issueId } = await aLinkedTicket(limited, await aProject(limited));
        const reply = await untilLimited(async () => {
          const { answers } = await seenIssue(limited, issueId);
          if (answers[0]?.state === 'waiting') await cancelAnswer(limited, issueId, answers[0].id);
          return answerAll(limited, issueId);
        });
        assertProblem(reply, 429, 'rate-limited', pathOf(issueId));
        assert.equal((await seenIssue(limited, issueId)).answers.length, 3);
        assert.equal((await team(limited, 'GET', '/known-issues')).status, 200);
      });
    });
  },
);

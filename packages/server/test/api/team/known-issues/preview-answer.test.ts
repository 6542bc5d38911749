import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_TICKETS_PER_ANSWER } from '@player-support/contract/limits';
import { planAnswer } from '../../../../src/team/known-issues/plan-answer.ts';
import { previewAnswer } from '../../../../src/team/known-issues/preview-answer.ts';
import { assertInvalid } from '../../../helpers/assert-problem.ts';
import { aPlayer, aProject, aTicket, block, mergeTicket, setStatus, team } from '../../../helpers/builders.ts';
import { aKnownIssue, aLinkedTicket, link, seenIssue } from '../../../helpers/known-issues.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { changed, tooOftenWithoutCredentials } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';
import { copyTicket } from '../../../helpers/ticket-copies.ts';

testTeamOperation(
  previewAnswer,
  {
    access: { role: 'agent', elsewhere: 404 },
    request: async ({ server, project }) => ({
      params: { knownIssueId: (await aLinkedTicket(server, project)).issueId },
      body: { message: HIDDEN },
    }),
    statuses: {
      400: changed({ body: { message: '' } }),
      404: changed({ params: { knownIssueId: 'kni_a' } }),
      409: async (attempt) => {
        const { issueId, ticketId } = await aLinkedTicket(attempt.server, attempt.project);
        await copyTicket(attempt.server.databaseUrl, ticketId, MAX_TICKETS_PER_ANSWER);
        return changed({ params: { knownIssueId: issueId } })(attempt);
      },
      429: tooOftenWithoutCredentials,
    },
    statements: { usual: 3 },
  },
  async () => {
    const server = await sharedServer({ env: { RATE_LIMITS: 'off' } });
    const preview = (issueId: string, message: string) =>
      team(server, 'POST', `/known-issues/${issueId}/answers/preview`, { message });

    test('200: who gets the answer with which text, and who does not, and why', async () => {
      const project = await aProject(server, 'Space Cats');
      const issueId = await aKnownIssue(server, project);
      const players = [];
      const ids: string[] = [];
      for (const userId of ['ada', 'bob', 'cyd', 'dan', 'eve', 'flo', undefined, undefined, '{{ticket.id}}']) {
        const player = await aPlayer(server, project, userId === undefined ? {} : { userId });
        players.push(player);
        ids.push(await aTicket(server, player));
      }
      const [ada, , , dan] = players;
      const [ofAda = '', , closed = ''] = ids;
      const merged = await aTicket(server, ada ?? assert.fail());
      await link(server, issueId, ...ids, merged);
      assert.equal((await mergeTicket(server, merged, ofAda)).status, 200);
      await setStatus(server, closed, 'closed');
      await block(server, dan ?? assert.fail());
      const { status, body, text } = await preview(issueId, 'Hello {{player.userId}} in {{ project.name }}!');
      assert.equal(status, 200, text);
      const { samples, skipped, unanswered, ...counts } = body;
      assert.deepEqual(counts, {
        tickets: 10,
        receivers: 5,
        languages: [{ locale: null, text: null, tickets: 5 }],
        missing: [{ variable: 'player.userId', tickets: 2 }],
      });
      const byReason = Object.fromEntries(
        skipped.map(({ reason, tickets }: { reason: string; tickets: number }) => [reason, tickets]),
      );
      assert.deepEqual(byReason, { merged: 1, closed: 1, blocked: 1, value: 2 });
      const left = [
        [merged, 'merged'],
        [closed, 'closed'],
        [ids[3], 'blocked'],
        [ids[6], 'value'],
        [ids[7], 'value'],
      ].map(([ticketId, reason]) => ({ ticketId, subject: 'Stuck', reason }));
      assert.deepEqual(
        unanswered,
        left.toSorted((a, b) => ((a.ticketId ?? '') < (b.ticketId ?? '') ? -1 : 1)),
      );
      assert.equal(samples.length, 3);
      const names = new Map(
        ids.map((id, at) => [id, ['ada', 'bob', 'cyd', 'dan', 'eve', 'flo', '', '', '{{ticket.id}}'][at]]),
      );
      for (const { ticketId, message } of samples) {
        assert.equal(message, `Hello ${names.get(ticketId)} in Space Cats!`);
      }
      assert.deepEqual((await seenIssue(server, issueId)).answers, []);
    });

    test('200: which languages get which text; each text and each fallback is seen once', async () => {
      const project = await aProject(server);
      const issueId = await aKnownIssue(server, project);
      const players = [
        { userId: 'ada', context: { locale: 'en-US' } },
        { userId: 'bob', context: { locale: 'en-GB' } },
        { userId: 'cyd', context: { locale: 'ja' } },
        { userId: 'dan', context: { locale: 'en' } },
        { userId: 'eve', context: { locale: 'de-AT' } },
        { context: { locale: 'de-DE' } },
        { context: { locale: 'not a locale' } },
      ];
      for (const fields of players)
        await link(server, issueId, await aTicket(server, await aPlayer(server, project, fields)));
      const texts = { de: 'Hallo {{player.userId|du}}', 'en-GB': 'Good day {{player.userId}}' };
      const body = { message: 'Hello {{player.userId|there}}', texts };
      const seen = (await team(server, 'POST', `/known-issues/${issueId}/answers/preview`, body)).body;
      const languages: { locale: string | null; text: string | null; tickets: number }[] = seen.languages;
      const rows = languages.map(({ locale, text, tickets }) => [locale, text, tickets].join(' '));
      assert.deepEqual(rows.slice(0, 2).toSorted(), ['de de 2', 'en  2']);
      assert.deepEqual(rows.slice(2).toSorted(), ['  1', 'en en-GB 1', 'ja  1']);
      const samples: { message: string; text: string | null }[] = seen.samples;
      const shown = samples.map(({ message }) => message.replace(/ada|cyd|dan/, 'x'));
      assert.deepEqual(shown.toSorted(), ['Good day bob', 'Hallo du', 'Hallo eve', 'Hello there', 'Hello x']);
    });

    test('the texts are filled in the time that the caller may use, and long ones are not built', async () => {
      const { issueId } = await aLinkedTicket(server, await aProject(server));
      const issue = (await server.store.knownIssues.byId(issueId)) ?? assert.fail();
      let inBudget = false;
      const expensiveReads = {
        run: async <T>(_caller: string, read: () => Promise<T>): Promise<T> => {
          inBudget = true;
          return read().finally(() => {
            inBudget = false;
          });
        },
      };
      let filled = 0;
      const { linked } = server.store.knownIssueAnswers;
      const knownIssueAnswers = {
        ...server.store.knownIssueAnswers,
        linked: async (...given: Parameters<typeof linked>) =>
          (await linked(...given)).map((row) => ({
            ...row,
            get subject() {
              assert.ok(inBudget);
              filled++;
              return row.subject;
            },
          })),
      };
      const service = {
        config: { messagesPerTicket: 500 },
        store: { ...server.store, knownIssueAnswers },
        expensiveReads,
      };
      const message = '{{ticket.id}}'.repeat(769);
      const caller = {
        type: 'member',
        id: 'mem_a',
        responsibleId: 'mem_a',
        inviterId: 'mem_a',
        name: 'Ada',
        role: 'agent',
        projectIds: null,
      } as const;
      const call = { body: { message }, caller, now: server.clock.now + 1 };
      const { skips } = await planAnswer(service as unknown as Parameters<typeof planAnswer>[0], call, issue);
      assert.deepEqual([skips, filled], [{ length: 1 }, 1]);
    });

    test('400: an unknown variable of a language, and a language that there is not', async () => {
      const issueId = await aKnownIssue(server, await aProject(server));
      const path = `/known-issues/${issueId}/answers/preview`;
      for (const [texts, field] of [
        [{ de: 'Hallo {{player.userId|}}' }, 'texts.de'],
        [{ de: ' ' }, 'texts.de'],
        [{ de: 'x'.repeat(10_001) }, 'texts.de'],
        [{ jp: 'x' }, 'texts.jp'],
      ] as const) {
        assertInvalid(await team(server, 'POST', path, { message: 'Hi', texts }), `/api/v1/team${path}`, field);
      }
    });

    test('400: an unknown variable', async () => {
      const issueId = await aKnownIssue(server, await aProject(server));
      const reply = await preview(issueId, 'Hello {{player.name}}');
      assertInvalid(reply, `/api/v1/team/known-issues/${issueId}/answers/preview`, 'message');
      assert.match(reply.text, /player\.name/);
    });

    test('200: a text that gets too long with its values is skipped', async () => {
      const { issueId } = await aLinkedTicket(server, await aProject(server), { userId: 'x'.repeat(100) });
      const { body } = await preview(issueId, '{{player.userId}} '.repeat(500));
      assert.deepEqual([body.receivers, body.skipped], [0, [{ reason: 'length', tickets: 1 }]]);
    });
  },
);

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getKnownIssueReports } from '../../../../src/team/known-issues/get-known-issue-reports.ts';
import { aPlayer, aProject, aTicket, setStatus, team } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { aKnownIssue, aLinkedTicket, link } from '../../../helpers/known-issues.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

const DAY = 24 * 3_600_000;

testTeamOperation(
  getKnownIssueReports,
  {
    access: { role: 'viewer', elsewhere: 404 },
    request: async ({ server, project }) => ({
      params: { knownIssueId: (await aLinkedTicket(server, project)).issueId },
    }),
    statuses: {
      404: changed({ params: { knownIssueId: 'kni_a' } }),
    },
    statements: { usual: 3 },
  },
  () => {
    test('200: what linked tickets of every status have in common, and when they were created', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const issueId = await aKnownIssue(server, project);
      const report = async (context: object, type = 'bug') => {
        const ticketId = await aTicket(server, await aPlayer(server, project, { context }), { type, context });
        await link(server, issueId, ticketId);
        return ticketId;
      };
      const closed = await report({ appVersion: '2.4.1', platform: 'ios', locale: 'de-DE' });
      await setStatus(server, closed, 'closed');
      // Too old for the trend, but the others count it.
      server.clock.advance(29 * DAY);
      await report({ appVersion: '2.4.1', platform: 'android', locale: 'de_AT' });
      server.clock.advance(DAY);
      await report({ appVersion: '2.4.0', platform: 'ios', locale: 'pt-BR' }, 'other');
      await report({});
      await aTicket(server, await aPlayer(server, project, { context: { appVersion: '9' } }));
      const { status, body, text } = await team(server, 'GET', `/known-issues/${issueId}/reports`);
      assert.equal(status, 200, text);
      const { days, ...values } = body;
      type Values = readonly { readonly value: string | null; readonly tickets: number }[];
      const seen = Object.entries(values as Record<string, Values>).map(([kind, list]) => [
        kind,
        list.map(({ value, tickets }) => `${value} ${tickets}`).toSorted(),
      ]);
      assert.deepEqual(Object.fromEntries(seen), {
        builds: ['2.4.0 1', '2.4.1 2', 'null 1'],
        platforms: ['android 1', 'ios 2', 'null 1'],
        locales: ['de 2', 'null 1', 'pt 1'],
        types: ['bug 3', 'other 1'],
      });
      assert.equal(values.builds[0].value, '2.4.1');
      const on = (daysAgo: number) => new Date(server.clock.now - daysAgo * DAY).toISOString().slice(0, 10);
      assert.deepEqual([days.length, days[0].day], [30, on(29)]);
      assert.deepEqual(days.slice(-3), [
        { day: on(2), tickets: 0 },
        { day: on(1), tickets: 1 },
        { day: on(0), tickets: 2 },
      ]);
      assert.equal(
        days.reduce((sum: number, { tickets }: { tickets: number }) => sum + tickets, 0),
        3,
      );
    });
  },
);

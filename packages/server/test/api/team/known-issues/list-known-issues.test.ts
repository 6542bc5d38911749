import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listKnownIssues } from '../../../../src/team/known-issues/list-known-issues.ts';
import { assertInvalid } from '../../../helpers/assert-problem.ts';
import { aPlayer, aProject, aTicket, team } from '../../../helpers/builders.ts';
import { addSubscribers, aKnownIssue, aLinkedTicket, link } from '../../../helpers/known-issues.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';

testTeamOperation(
  listKnownIssues,
  {
    access: { role: 'viewer', elsewhere: 'hidden' },
    request: () => ({}),
    statuses: {
      400: changed({ query: '?state=open' }),
    },
    statements: {
      usual: 2,
      cases: {
        'with known issues': [
          5,
          async ({ server, project }) => {
            await aKnownIssue(server, project);
            await aKnownIssue(server, project);
            return { query: `?projectId=${project.id}` };
          },
        ],
      },
    },
  },
  async () => {
    const server = await sharedServer({ env: { RATE_LIMITS: 'off' } });
    const list = async (query: string) => (await team(server, 'GET', `/known-issues${query}`)).body;
    const idsOf = (body: { knownIssues: { id: string }[] }) => body.knownIssues.map(({ id }) => id);

    test('200: all subscribers are counted, also if they are too many for one statement', async () => {
      const project = await aProject(server);
      const counts = [30_000, 25_000];
      for (const count of counts) await addSubscribers(server, await aKnownIssue(server, project), count);
      const { knownIssues } = await list(`?projectId=${project.id}`);
      assert.deepEqual(
        knownIssues.map(({ subscribers }: { subscribers: number }) => subscribers),
        counts.toReversed(),
      );
    });

    test('200: newest first, with how many tickets are linked, and by state', async () => {
      const project = await aProject(server);
      const { issueId: first, ticketId } = await aLinkedTicket(server, project);
      await link(server, first, await aTicket(server, await aPlayer(server, project)));
      const second = await aKnownIssue(server, project, { state: 'fixed' });
      const of = `?projectId=${project.id}`;
      const { knownIssues, nextCursor } = await list(of);
      assert.deepEqual(
        knownIssues.map(({ id, tickets }: { id: string; tickets: number }) => [id, tickets]),
        [
          [second, 0],
          [first, 2],
        ],
      );
      assert.equal(nextCursor, null);
      assert.deepEqual(idsOf(await list(`${of}&state=fixed`)), [second]);
      assert.deepEqual(idsOf(await list(`${of}&state=closed`)), []);
      assert.deepEqual(idsOf(await list('?projectId=prj_unknown')), []);
      await link(server, null, ticketId);
      assert.equal((await list(of)).knownIssues[1].tickets, 1);
    });

    test('200: pages', async () => {
      const project = await aProject(server);
      const made: string[] = [];
      for (let count = 0; count < 101; count++) made.unshift(await aKnownIssue(server, project));
      const of = `?projectId=${project.id}`;
      const first = await list(of);
      assert.equal(first.knownIssues.length, 100);
      const second = await list(`${of}&cursor=${first.nextCursor}`);
      assert.deepEqual([...idsOf(first), ...idsOf(second)], made);
      assert.equal(second.nextCursor, null);
      assertInvalid(
        await team(server, 'GET', `/known-issues${of}&cursor=tkt_1`),
        '/api/v1/team/known-issues',
        'cursor',
      );
    });
  },
);

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TICKET_VIEWS } from '@player-support/contract/enums';
import { MAX_OPEN_TICKETS } from '@player-support/contract/limits';
import { countTickets } from '../../../../src/team/tickets/count-tickets.ts';
import {
  aMember,
  aPlayer,
  aTicket,
  playerReply,
  setStatus,
  team,
  teamReply,
  timePasses,
  updateProject,
} from '../../../helpers/builders.ts';
import type { Reply } from '../../../helpers/call.ts';
import { startServer } from '../../../helpers/harness.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(
  countTickets,
  {
    access: { role: 'viewer', elsewhere: 'hidden' },
    request: () => ({}),
    statuses: {
      400: changed({ query: `?projectId=${'x'.repeat(101)}` }),
    },
    // One more for every 25 projects.
    statements: { usual: 2 },
  },
  () => {
    test('200: each count is the number of tickets on all pages of the view, for each caller', async (t) => {
      const server = await startServer(t);
      const players = [await aPlayer(server), await aPlayer(server)];
      const [own = assert.fail(), other = assert.fail()] = players;
      const ada = await aMember(server, 'agent', { projectIds: [own.project.id] });
      const nobody = await aMember(server, 'agent', { projectIds: [] });
      for (const [index, status] of ['open', 'open', 'pending', 'resolved', 'closed', 'open', 'pending'].entries()) {
        for (const player of players) {
          const id = await aTicket(server, player);
          await setStatus(server, id, status);
          if (index % 2 === 0 && player === own) await team(server, 'PATCH', `/tickets/${id}`, { assigneeId: ada.id });
          server.clock.advance(1);
        }
      }
      const key = { call: (method: string, path: string) => team(server, method, path) };
      for (const caller of [ada, nobody, key]) {
        for (const query of [
          '',
          `&projectId=${own.project.id}`,
          `&projectId=${other.project.id}`,
          '&projectId=prj_a',
        ]) {
          const counts = (await caller.call('GET', `/tickets/counts?${query.slice(1)}`)).body;
          assert.deepEqual(Object.keys(counts).sort(), [...TICKET_VIEWS].sort());
          for (const view of TICKET_VIEWS) {
            let count = 0;
            for (let cursor: string | null = ''; cursor !== null; ) {
              const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
              const page: Reply = await caller.call('GET', `/tickets?view=${view}&limit=3${query}${more}`);
              count += page.body.tickets.length;
              cursor = page.body.nextCursor;
            }
            assert.deepEqual(counts[view], { count, capped: false }, `${view}${query}`);
          }
        }
      }
      const { mine, all, unassigned } = (await ada.call('GET', '/tickets/counts')).body;
      assert.deepEqual([mine.count, all.count, unassigned.count], [3, 7, 2]);
      assert.equal((await key.call('GET', '/tickets/counts')).body.mine.count, 0);
      for (const [assigneeId, count] of [
        ['none', 0],
        [nobody.id, 0],
        [ada.id, 3],
      ] as const) {
        const { body } = await ada.call('GET', `/tickets/counts?assigneeId=${assigneeId}`);
        assert.equal(body.mine.count, count, assigneeId);
      }
    });

    test('200: every change of a ticket is in the counts at once, also while the clock stands still', async (t) => {
      const server = await startServer(t);
      const member = await aMember(server);
      const player = await aPlayer(server);
      await updateProject(server, player.project, { autoCloseDays: 1 });
      const ids: string[] = [];
      const first = () => ids[0] ?? assert.fail();
      const create = async () => void ids.push(await aTicket(server, player));
      const patch = (path: string, body: object) => team(server, 'PATCH', `/tickets${path}`, body);
      const shown = async () => {
        const { body } = await member.call('GET', '/tickets/counts');
        return ['open', 'pending', 'resolved', 'closed', 'mine', 'unassigned'].map((view) => body[view].count);
      };
      assert.deepEqual(await shown(), [0, 0, 0, 0, 0, 0]);
      const changes: readonly (readonly [change: () => Promise<unknown>, counts: readonly number[]])[] = [
        [create, [1, 0, 0, 0, 0, 1]],
        [() => teamReply(server, first()), [0, 1, 0, 0, 0, 1]],
        [() => playerReply(server, player, first()), [1, 0, 0, 0, 0, 1]],
        [() => patch(`/${first()}`, { assigneeId: member.id }), [1, 0, 0, 0, 1, 0]],
        [() => patch('', { ticketIds: [first()], status: 'resolved' }), [0, 0, 1, 0, 0, 0]],
        [() => timePasses(server, 86_400_000), [0, 0, 0, 1, 0, 0]],
        ...Array.from(
          { length: MAX_OPEN_TICKETS },
          (_, index) => [create, [index + 1, 0, 0, 1, 0, index + 1]] as const,
        ),
        [() => setStatus(server, ids[1] ?? '', 'resolved'), [9, 0, 1, 1, 0, 9]],
        [create, [10, 0, 0, 2, 0, 10]],
      ];
      for (const [index, [change, counts]] of changes.entries()) {
        await change();
        assert.deepEqual(await shown(), counts, `after change ${index}`);
      }
    });
  },
);

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_COUNTED_VIEWS } from '@player-support/contract/limits';
import { HOUR, MINUTE, SECOND } from '../../../../src/domain/time.ts';
import { countViews } from '../../../../src/team/views/count-views.ts';
import { aMember, aPlayer, aProject, aTicket, block, type Member, setStatus, team } from '../../../helpers/builders.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { databaseOf, watchStatements } from '../../../helpers/statements.ts';
import { aView } from '../../../helpers/things.ts';

type Counts = readonly (number | null)[];

async function once(member: Member): Promise<{ counts: Counts; complete: boolean }> {
  const { body } = await member.call('GET', '/views/counts');
  return { counts: body.counts.map(({ count }: { count: number | null }) => count), complete: body.complete };
}

/** A slow machine needs several requests to count all. */
async function countsOf(member: Member): Promise<Counts> {
  for (let requests = 0; requests < 20; requests++) {
    const { counts } = await once(member);
    if (!counts.includes(null)) return counts;
  }
  return assert.fail('views that are never counted');
}

const filter = (...conditions: object[]) => ({ filter: JSON.stringify({ all: conditions }) });
const patch = (server: TestServer, id: string, body: object) => team(server, 'PATCH', `/tickets/${id}`, body);

testTeamOperation(
  countViews,
  {
    access: { role: 'viewer', elsewhere: 'hidden' },
    request: async ({ server, project, member }) => {
      await aView(server, member ?? (await aMember(server)), { project_id: project.id });
      return {};
    },
    statements: { usual: 4 },
  },
  () => {
    test('200: searches are not counted, and take no place of a view', async (t) => {
      const server = await startServer(t);
      const ada = await aMember(server);
      for (let index = 0; index < MAX_COUNTED_VIEWS; index++) await aView(server, ada, { query: 'zeppelin' });
      await aView(server, ada);
      assert.deepEqual(await countsOf(ada), [0]);
    });

    test('200: the counts are the numbers of tickets in the views', async (t) => {
      const server = await startServer(t);
      const [player, blocked] = [await aPlayer(server), await aPlayer(server)];
      const [ada, ben] = [await aMember(server), await aMember(server)];
      const tickets = [];
      for (let index = 0; index < 4; index++) tickets.push(await aTicket(server, player, { type: 'bug' }));
      await aTicket(server, blocked, { type: 'bug' });
      await block(server, blocked);
      const [first = '', second = '', third = ''] = tickets;
      await patch(server, first, { assigneeId: ada.id, priority: 'urgent', tags: ['vip'] });
      await patch(server, second, { assigneeId: ben.id, priority: 'high' });
      await setStatus(server, third, 'resolved');
      const me = { field: 'assignee', is: ['me'] };
      const { project } = player;
      for (const view of [
        { base: 'all' },
        { base: 'attention' },
        { base: 'open', ...filter({ field: 'priority', is: ['urgent', 'high'] }) },
        { base: 'all', filter: '{"any":[{"field":"tag","is":["vip"]},{"field":"status","is":["resolved"]}]}' },
        { base: 'mine' },
        { base: 'all', ...filter(me) },
        { base: 'mine', ...filter({ field: 'assignee', is: ['none'] }) },
        { base: 'unassigned' },
        { base: 'all', project_id: project.id },
        { base: 'all', ...filter({ field: 'waiting', longer: 60 }) },
        { base: 'all', ...filter({ field: 'type', is: ['none of these'] }) },
      ] as const) {
        await aView(server, ada, { ...view, role: 'viewer' });
      }
      assert.deepEqual(await countsOf(ada), [5, 3, 2, 2, 1, 1, 0, 2, 4, 0, 0]);
      assert.deepEqual(await countsOf(ben), [5, 3, 2, 2, 1, 1, 0, 2, 4, 0, 0]);
      const cy = await aMember(server, 'viewer', { projectIds: [project.id] });
      assert.deepEqual(await countsOf(cy), [4, 3, 2, 2, 0, 0, 0, 1, 4, 0, 0], 'only tickets of its projects');
      server.clock.advance(HOUR + MINUTE);
      assert.equal((await countsOf(ada))[9], 4);
    });

    test('200: a count is the number of tickets in the list', async (t) => {
      const server = await startServer(t);
      const ada = await aMember(server);
      const tree = {
        any: [
          { field: 'priority', is: ['urgent'] },
          {
            all: [
              { field: 'tag', not: ['spam'] },
              { field: 'platform', is: ['ios', 'android'] },
            ],
          },
        ],
      };
      for (const [platform, tags, priority] of [
        ['ios', [], 'normal'],
        ['ios', ['spam'], 'normal'],
        ['pc', ['spam'], 'urgent'],
        ['pc', [], 'low'],
        ['android', ['vip'], 'low'],
      ] as const) {
        const id = await aTicket(server, await aPlayer(server), { context: { platform } });
        await patch(server, id, { tags, priority });
      }
      await aView(server, ada, { base: 'open', filter: JSON.stringify(tree) });
      const query = `/tickets?view=open&filter=${encodeURIComponent(JSON.stringify(tree))}`;
      assert.equal((await ada.call('GET', query)).body.tickets.length, 3);
      assert.deepEqual(await countsOf(ada), [3]);
      const counted = await ada.call('GET', query.replace('/tickets?', '/tickets/counts?'));
      assert.equal(counted.body.open.count, 3);
    });

    test('200: each count is read at most every four seconds, and once for all members who see the same', async (t) => {
      const server = await startServer(t);
      const sent = watchStatements(t);
      const player = await aPlayer(server);
      const [ada, ben] = [await aMember(server), await aMember(server)];
      await aView(server, ada, { base: 'open', role: 'viewer' });
      const counted = () =>
        sent.filter(({ database, text }) => database === databaseOf(server.databaseUrl) && text.includes('"counted"'))
          .length;
      assert.deepEqual(await countsOf(ada), [0]);
      assert.deepEqual(await countsOf(ben), [0]);
      assert.equal(counted(), 1);
      await aTicket(server, player);
      server.clock.advance(3 * SECOND);
      assert.deepEqual(await once(ada), { counts: [0], complete: false }, 'not yet counted again');
      server.clock.advance(SECOND);
      assert.deepEqual(await once(ada), { counts: [1], complete: true });
      assert.deepEqual(await countsOf(ben), [1]);
      assert.equal(counted(), 2);
      server.clock.advance(20 * SECOND);
      assert.deepEqual(await countsOf(ada), [1]);
      assert.equal(counted(), 2, 'no ticket changed');
      server.clock.advance(10 * SECOND);
      assert.deepEqual(await countsOf(ada), [1]);
      assert.equal(counted(), 3);
    });

    test('200: the first views in the order of the member', async (t) => {
      const server = await startServer(t);
      const [ada, ben] = [await aMember(server), await aMember(server)];
      const project = await aProject(server);
      for (let count = 0; count < MAX_COUNTED_VIEWS; count++) await aView(server, ada, { project_id: project.id });
      const last = await aView(server, ben, { role: 'viewer' });
      const ids = async () =>
        (await ada.call('GET', '/views/counts')).body.counts.map(({ viewId }: { viewId: string }) => viewId);
      assert.equal((await ids()).length, MAX_COUNTED_VIEWS);
      assert.ok(!(await ids()).includes(last));
      await ada.call('PUT', '/views/order', { viewIds: [last] });
      assert.equal((await ids())[0], last);
    });
  },
);

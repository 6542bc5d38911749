import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Role } from '@player-support/contract/enums';
import { listViews } from '../../../../src/team/views/list-views.ts';
import { aMember, aProject, eventually, type Member } from '../../../helpers/builders.ts';
import { openStream } from '../../../helpers/event-streams.ts';
import { startServer } from '../../../helpers/harness.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aView } from '../../../helpers/things.ts';

const namesOf = async (member: Member): Promise<string> => {
  const { views } = (await member.call('GET', '/views')).body;
  return views.map(({ name, canChange }: { name: string; canChange: boolean }) => name + (canChange ? '!' : '')).join();
};

testTeamOperation(
  listViews,
  {
    access: { role: 'viewer', elsewhere: 'hidden' },
    request: async ({ server, project }) => {
      await aView(server, await aMember(server), { project_id: project.id, role: 'viewer', name: HIDDEN });
      return {};
    },
    statements: { usual: 2 },
  },
  () => {
    test('200: own views, and those that are shared with the role, in projects of the member', async (t) => {
      const server = await startServer(t);
      const [one, other] = [await aProject(server), await aProject(server)];
      const of = (role: Role) => aMember(server, role, { projectIds: [one.id] });
      const [viewer, agent, admin, owner] = [
        await of('viewer'),
        await of('agent'),
        await of('admin'),
        await of('owner'),
      ];
      const somebody = await aMember(server, 'agent');
      for (const role of ['viewer', 'agent', 'admin', 'owner'] as const) {
        await aView(server, somebody, { role, name: role });
      }
      await aView(server, somebody, { name: 'private' });
      await aView(server, somebody, { role: 'viewer', project_id: one.id, name: 'one' });
      await aView(server, somebody, { role: 'viewer', project_id: other.id, name: 'other' });
      await aView(server, agent, { name: 'own' });
      await aView(server, agent, { name: 'lost', project_id: other.id });
      assert.equal(await namesOf(viewer), 'viewer,one');
      assert.equal(await namesOf(agent), 'viewer,agent,one,own!');
      assert.equal(await namesOf(admin), 'viewer,agent,admin,one!');
      assert.equal(await namesOf(owner), 'viewer,agent,admin,owner,one!');
      assert.equal(await namesOf(somebody), 'viewer!,agent!,admin!,owner!,private!,one!,other!');
    });

    test('a view that another member shares, changes and deletes appears, changes and goes', async (t) => {
      const server = await startServer(t);
      const [ada, ben] = [await aMember(server, 'agent'), await aMember(server, 'viewer')];
      const stream = await openStream(t, server, { headers: { cookie: ben.cookie } });
      const changes = () =>
        stream.events.filter(({ name, data }) => name === 'settings' && data.what === 'views').length;
      const view = { name: 'Crashes', base: 'open', filter: '{"all":[]}', role: 'viewer' };
      const { id } = (await ada.call('POST', '/views', view)).body;
      await eventually(async () => changes() === 1);
      assert.equal(await namesOf(ben), 'Crashes');
      await ada.call('PATCH', `/views/${id}`, { name: 'Freezes' });
      await eventually(async () => changes() === 2);
      assert.equal(await namesOf(ben), 'Freezes');
      await ada.call('DELETE', `/views/${id}`);
      await eventually(async () => changes() === 3);
      assert.equal(await namesOf(ben), '');
    });
  },
);

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_COUNTED_TAGS, MAX_TAGS } from '@player-support/contract/limits';
import { countTickets, listTags } from '../../../../src/team/tags/list-tags.ts';
import { assertProblem } from '../../../helpers/assert-problem.ts';
import { aMember, aPlayer, aProject, aTicket, type Member, team } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aTicketOf } from '../../../helpers/things.ts';

testTeamOperation(
  listTags,
  {
    access: { role: 'admin', elsewhere: 404 },
    request: async ({ server, project }) => {
      const id = await aTicketOf(server, project);
      await team(server, 'PATCH', `/tickets/${id}`, { tags: [HIDDEN] });
      return { query: `?projectId=${project.id}` };
    },
    statuses: {
      400: changed({ query: `?projectId=${'x'.repeat(101)}` }),
      404: changed({ query: '?projectId=prj_unknown' }),
    },
    // The project, tickets, macros and saved views. One more for every 2,000 tickets with tags.
    statements: { usual: 4, cases: { 'of all projects': [3, () => ({})] } },
  },
  () => {
    test('200: tags with their tickets, macros and saved views, of one project and of all', async (t) => {
      const server = await startServer(t);
      const [project, other] = [await aProject(server), await aProject(server)];
      const player = await aPlayer(server, project);
      const tagged = async (tags: string[], of = player) => {
        const id = await aTicket(server, of);
        assert.equal((await team(server, 'PATCH', `/tickets/${id}`, { tags })).status, 200);
        return id;
      };
      await tagged(['vip', 'crash']);
      const closed = await tagged(['crash']);
      await team(server, 'PATCH', `/tickets/${closed}`, { status: 'closed' });
      await tagged(['crash'], await aPlayer(server, other));
      await aTicket(server, player);
      const macro = (projectId: string | null, addTags: string[]) =>
        team(server, 'POST', '/macros', { name: 'M', body: 'B', projectId, actions: { addTags } });
      await macro(project.id, ['crash', 'only-macro']);
      await macro(null, ['crash']);
      await macro(other.id, ['crash']);
      const member = await aMember(server, 'owner');
      // Others see what is shared with viewers.
      const view = (projectId: string | null, filter: object, q: string | null = null) =>
        member.call('POST', '/views', {
          ...{ name: 'V', projectId, base: 'all', filter: JSON.stringify(filter), q, role: 'viewer' },
        });
      const named = { all: [{ any: [{ field: 'tag', not: ['crash', 'crash'] }] }, { field: 'tag', is: ['vip'] }] };
      await view(project.id, named);
      await view(null, { all: [{ field: 'tag', is: [' crash '] }] }, 'word');
      await view(other.id, named);
      await view(project.id, { all: [{ field: 'type', is: ['crash'] }] });
      const tags = async (query: string) => (await team(server, 'GET', `/tags${query}`)).body;
      const row = (tag: string, tickets: number, macros: number, views: number, kept: number) => ({
        ...{ tag, tickets, macros, views, kept },
      });
      assert.deepEqual(await tags(`?projectId=${project.id}`), {
        tags: [row('crash', 2, 1, 1, 2), row('only-macro', 0, 1, 0, 0), row('vip', 1, 0, 1, 0)],
        capped: false,
      });
      assert.deepEqual(await tags(''), {
        tags: [row('crash', 3, 3, 3, 0), row('only-macro', 0, 1, 0, 0), row('vip', 1, 0, 2, 0)],
        capped: false,
      });
      const insider = await aMember(server, 'admin', { projectIds: [project.id] });
      assertProblem(await insider.call('GET', '/tags'), 403, 'forbidden', '/api/v1/team/tags');
      assert.equal((await insider.call('GET', `/tags?projectId=${project.id}`)).body.tags.length, 3);
    });

    test('200: no tag that only private views of others name, and none of their views without a project', async (t) => {
      const server = await startServer(t);
      const [project, other] = [await aProject(server), await aProject(server)];
      const id = await aTicket(server, await aPlayer(server, project));
      assert.equal((await team(server, 'PATCH', `/tickets/${id}`, { tags: ['crash'] })).status, 200);
      const admin = await aMember(server, 'admin', { projectIds: [project.id] });
      const owner = await aMember(server, 'owner');
      const view = async (member: Member, projectId: string | null, tag: string, role: string | null = null) => {
        const filter = JSON.stringify({ all: [{ field: 'tag', is: ['crash', tag] }] });
        const { status } = await member.call('POST', '/views', { name: 'V', projectId, base: 'all', filter, role });
        assert.equal(status, 201);
      };
      await view(await aMember(server, 'agent', { projectIds: [other.id] }), null, 'secret-elsewhere');
      await view(await aMember(server, 'agent', { projectIds: [project.id] }), project.id, 'secret-here');
      await view(owner, null, 'of-owners', 'owner');
      await view(owner, null, 'shared', 'agent');
      await view(admin, null, 'own');
      const row = (tag: string, tickets: number, views: number, kept: number) => ({
        ...{ tag, tickets, macros: 0, views, kept },
      });
      const { body } = await admin.call('GET', `/tags?projectId=${project.id}`);
      // UpdateTag changes the project's private view, so it counts for a known tag.
      const listed = [row('crash', 1, 1, 2), row('own', 0, 0, 1), row('shared', 0, 0, 1)];
      assert.deepEqual(body, { tags: listed, capped: false });
      const everywhere = (await owner.call('GET', '/tags')).body.tags;
      assert.deepEqual(everywhere, [row('crash', 1, 5, 0), row('of-owners', 0, 1, 0), row('shared', 0, 1, 0)]);
    });

    test('a list counts a limited number of different tags', async () => {
      const tagsOfTicket = (index: number) => Array.from({ length: MAX_TAGS }, (_none, at) => `${index}-${at}`);
      const rows = Array.from({ length: 1000 }, (_none, index) => ({
        ...{ project_id: 'prj_a', ticket_id: `tkt_${index}`, tags: JSON.stringify(['often', ...tagsOfTicket(index)]) },
      }));
      const { counts, capped } = await countTickets({ taggedTickets: { page: async () => rows } }, undefined);
      assert.deepEqual([counts.size, counts.get('often'), capped], [MAX_COUNTED_TAGS, rows.length, true]);
    });
  },
);

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MAX_FILTER_LENGTH, MAX_TAG_TICKETS } from '@player-support/contract/limits';
import { encodeTagCursor, updateTag } from '../../../../src/team/tags/update-tag.ts';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import { aMember, aPlayer, aProject, aTicket, type Player, team } from '../../../helpers/builders.ts';
import type { Reply } from '../../../helpers/call.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { settingsChange, ticketChange } from '../../../helpers/operation/change-feed.ts';
import type { RequestParts, TeamGiven } from '../../../helpers/operation/facts.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aTicketOf } from '../../../helpers/things.ts';
import { copyTicket } from '../../../helpers/ticket-copies.ts';

const PATH = '/api/v1/team/tags';

async function tagged(server: TestServer, player: Player, tags: readonly string[]): Promise<string> {
  const id = await aTicket(server, player);
  const { status } = await team(server, 'PATCH', `/tickets/${id}`, { tags });
  assert.equal(status, 200);
  return id;
}

const patch = (server: TestServer, body: object) => team(server, 'PATCH', '/tags', body);

const tagsOf = async (server: TestServer, id: string) => (await team(server, 'GET', `/tickets/${id}`)).body.tags;

/** No room for a long name. */
function longFilter(tag: string): string {
  const textOf = (count: number) => {
    const values = Array.from({ length: count }, (_none, index) => `${index}${'😀'.repeat(38)}`);
    return JSON.stringify({
      all: [
        { field: 'tag', is: [tag] },
        { field: 'tag', is: values },
      ],
    });
  };
  let text = textOf(1);
  for (let count = 2; Buffer.byteLength(textOf(count)) <= MAX_FILTER_LENGTH; count++) text = textOf(count);
  return text;
}

async function withoutTickets({ project }: TeamGiven): Promise<RequestParts> {
  return { body: { tag: 'nothing-has-it', newTag: null, projectId: project.id } };
}

testTeamOperation(
  updateTag,
  {
    access: { role: 'admin', elsewhere: 404 },
    request: async ({ server, project }) => {
      const id = await aTicketOf(server, project);
      const tag = id.slice(-30);
      await team(server, 'PATCH', `/tickets/${id}`, { tags: [tag] });
      return { about: id, body: { tag, newTag: `${tag}-new`, projectId: project.id } };
    },
    statuses: {
      400: changed({ body: { newTag: 'a,b' } }),
      404: changed({ body: { projectId: 'prj_unknown' } }),
    },
    // Each further ticket needs four more.
    statements: { usual: 10, cases: { 'of a tag that nothing has': [3, withoutTickets] } },
    changeFeed: ({ project, about }) => [ticketChange(project, about), settingsChange('tags')],
  },
  () => {
    suite('UpdateTag', () => {
      test('200: renamed, merged and deleted in tickets of any status, with their history', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const projectId = player.project.id;
        const [one, both, closed, other] = [
          await tagged(server, player, ['crash', 'vip']),
          await tagged(server, player, ['bug', 'crash']),
          await tagged(server, player, ['crash']),
          await tagged(server, player, ['crashes']),
        ];
        await team(server, 'PATCH', `/tickets/${closed}`, { status: 'closed' });
        const elsewhere = await tagged(server, await aPlayer(server), ['crash']);
        const all = async () => Promise.all([one, both, closed, other, elsewhere].map((id) => tagsOf(server, id)));
        const { body } = await patch(server, { tag: ' crash', newTag: 'boom ', projectId });
        assert.deepEqual(body, { tickets: 3, nextCursor: null });
        assert.deepEqual(await all(), [['boom', 'vip'], ['boom', 'bug'], ['boom'], ['crashes'], ['crash']]);
        const { events, status } = (await team(server, 'GET', `/tickets/${closed}`)).body;
        const { kind, from, to } = events.at(-1);
        assert.deepEqual([status, kind, from, to], ['closed', 'tags', 'crash', 'boom']);
        assert.deepEqual((await patch(server, { tag: 'crash', newTag: 'boom', projectId })).body.tickets, 0, 'again');
        assert.equal((await patch(server, { tag: 'boom', newTag: 'bug', projectId })).body.tickets, 3);
        assert.deepEqual(await all(), [['bug', 'vip'], ['bug'], ['bug'], ['crashes'], ['crash']]);
        assert.equal((await patch(server, { tag: 'bug', newTag: null, projectId })).body.tickets, 3);
        assert.deepEqual(await all(), [['vip'], [], [], ['crashes'], ['crash']]);
        assert.equal((await patch(server, { tag: 'crash', newTag: 'boom' })).body.tickets, 1, 'in all projects');
        assert.deepEqual(await tagsOf(server, elsewhere), ['boom']);
        const { entries } = (await team(server, 'GET', '/audit?action=UpdateTag')).body;
        assert.deepEqual(
          entries.map(({ projectId: project, details }: Reply['body']) => [project, details]).reverse(),
          [
            [projectId, { ticketIds: [one, both, closed].sort(), addTags: ['boom'], removeTags: ['crash'] }],
            [projectId, { ticketIds: [one, both, closed].sort(), addTags: ['bug'], removeTags: ['boom'] }],
            [projectId, { ticketIds: [one, both, closed].sort(), removeTags: ['bug'] }],
            [null, { ticketIds: [elsewhere], addTags: ['boom'], removeTags: ['crash'] }],
          ].map(([project, details]) => [project, { ...(details as object), macros: 0, views: 0 }]),
        );
      });

      test('200: macros and saved views get the new name; a deleted tag leaves macros and stays in views', async (t) => {
        const server = await startServer(t);
        const [project, other] = [await aProject(server), await aProject(server)];
        const member = await aMember(server, 'viewer');
        const macro = async (projectId: string | null, actions: object) =>
          (await team(server, 'POST', '/macros', { name: 'M', body: 'B', projectId, actions })).body.id;
        const view = async (projectId: string | null, filter: object) =>
          (
            await member.call('POST', '/views', {
              ...{ name: 'V', projectId, base: 'all', filter: JSON.stringify(filter) },
            })
          ).body.id;
        const about = (tags: string[]) => ({
          any: [{ field: 'type', is: ['crash'] }, { all: [{ field: 'tag', not: tags }] }, { field: 'tag', is: tags }],
        });
        const macros = [
          await macro(project.id, { addTags: ['crash', 'boom'], priority: 'high' }),
          await macro(null, { addTags: ['crash'] }),
          await macro(other.id, { addTags: ['crash'] }),
        ];
        const views = [
          await view(project.id, about(['crash', 'boom'])),
          await view(null, about(['crash'])),
          await view(other.id, about(['crash'])),
        ];
        const state = async () => {
          const [allMacros, allViews] = [await team(server, 'GET', '/macros'), await member.call('GET', '/views')];
          const byId = (list: { id: string }[], id: string) => list.find((one) => one.id === id) ?? assert.fail();
          return [
            macros.map((id) => (byId(allMacros.body.macros, id) as unknown as { actions: object }).actions),
            views.map((id) => JSON.parse((byId(allViews.body.views, id) as unknown as { filter: string }).filter)),
          ];
        };
        await patch(server, { tag: 'crash', newTag: 'boom', projectId: project.id });
        assert.deepEqual(await state(), [
          [{ addTags: ['boom'], priority: 'high' }, { addTags: ['crash'] }, { addTags: ['crash'] }],
          [about(['boom']), about(['crash']), about(['crash'])],
        ]);
        await patch(server, { tag: 'crash', newTag: 'boom' });
        const renamed = [about(['boom']), about(['boom']), about(['boom'])];
        assert.deepEqual(await state(), [
          [{ addTags: ['boom'], priority: 'high' }, { addTags: ['boom'] }, { addTags: ['boom'] }],
          renamed,
        ]);
        await patch(server, { tag: 'boom', newTag: null });
        assert.deepEqual(await state(), [[{ priority: 'high' }, {}, {}], renamed]);
      });

      test('200: more tickets than one request changes, also if a request is repeated or the last one never comes', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        const ids: string[] = [];
        for (let index = 0; index < 3; index++) {
          ids.push(await tagged(server, await aPlayer(server, project), index === 1 ? ['other'] : ['crash']));
        }
        await copyTicket(server.databaseUrl, ids[0] ?? '', MAX_TAG_TICKETS);
        const body = { tag: 'crash', newTag: 'boom', projectId: project.id };
        const first = await patch(server, body);
        assert.equal(first.body.tickets, MAX_TAG_TICKETS);
        const cursor = first.body.nextCursor;
        assert.deepEqual((await patch(server, { ...body, cursor })).body, { tickets: 2, nextCursor: null });
        assert.deepEqual((await patch(server, { ...body, cursor })).body, { tickets: 0, nextCursor: null });
        const back = { ...body, tag: 'boom', newTag: 'crash' };
        assert.equal((await patch(server, back)).body.tickets, MAX_TAG_TICKETS);
        assert.deepEqual((await patch(server, back)).body, { tickets: 2, nextCursor: null });
        const { tags } = (await team(server, 'GET', `/tags?projectId=${project.id}`)).body;
        assert.deepEqual(
          tags.map(({ tag, tickets }: { tag: string; tickets: number }) => [tag, tickets]),
          [
            ['crash', MAX_TAG_TICKETS + 2],
            ['other', 1],
          ],
        );
      });

      test('200: macros and saved views change with the last tickets, also if somebody begins again or repeats it', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        const id = await tagged(server, await aPlayer(server, project), ['crash']);
        await copyTicket(server.databaseUrl, id, MAX_TAG_TICKETS);
        const macro = { name: 'M', body: 'B', projectId: project.id, actions: { addTags: ['crash'] } };
        await team(server, 'POST', '/macros', macro);
        const member = await aMember(server, 'viewer');
        const filter = JSON.stringify({ all: [{ field: 'tag', is: ['crash'] }] });
        await member.call('POST', '/views', { name: 'V', projectId: project.id, base: 'all', filter });
        const names = async () => [
          (await team(server, 'GET', '/macros')).body.macros[0].actions.addTags,
          JSON.parse((await member.call('GET', '/views')).body.views[0].filter).all[0].is,
        ];
        const body = { tag: 'crash', newTag: 'boom', projectId: project.id };
        const first = (await patch(server, body)).body;
        assert.equal(first.tickets, MAX_TAG_TICKETS);
        assert.deepEqual(await names(), [['crash'], ['crash']], 'one ticket still has the old name');
        assert.deepEqual((await patch(server, body)).body, { tickets: 1, nextCursor: null }, 'begun again');
        assert.deepEqual(await names(), [['boom'], ['boom']]);
        const repeated = { ...body, cursor: first.nextCursor };
        assert.deepEqual((await patch(server, repeated)).body, { tickets: 0, nextCursor: null });
        assert.deepEqual(await names(), [['boom'], ['boom']]);
        const details = (await team(server, 'GET', '/audit?action=UpdateTag')).body.entries.map(
          (entry: Reply['body']) => [entry.details.ticketIds.length, entry.details.macros, entry.details.views],
        );
        assert.deepEqual(details, [
          [1, 1, 1],
          [MAX_TAG_TICKETS, 0, 0],
        ]);
        // As many as one request changes: the views need no second.
        const { body: one } = await patch(server, { ...repeated, tag: 'boom', newTag: null });
        assert.deepEqual(one, { tickets: 1, nextCursor: null });
        const rest = (await patch(server, { ...body, tag: 'boom', newTag: 'crash' })).body;
        assert.deepEqual(rest, { tickets: MAX_TAG_TICKETS, nextCursor: null });
        assert.deepEqual((await names())[1], ['crash']);
      });

      test('200: a filter that became too long since the first request keeps the old name', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        await copyTicket(
          server.databaseUrl,
          await tagged(server, await aPlayer(server, project), ['a']),
          MAX_TAG_TICKETS,
        );
        const body = { tag: 'a', newTag: '😀'.repeat(40), projectId: project.id };
        const { nextCursor: cursor } = (await patch(server, body)).body;
        const member = await aMember(server, 'viewer');
        const view = { name: 'V', projectId: project.id, base: 'all', filter: longFilter('a') };
        assert.equal((await member.call('POST', '/views', view)).status, 201);
        assert.deepEqual((await patch(server, { ...body, cursor })).body, { tickets: 1, nextCursor: null });
        assert.equal((await member.call('GET', '/views')).body.views[0].filter, view.filter);
        assertInvalid(await patch(server, body), PATH, 'newTag');
      });

      test('403: all projects need access to all of them', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await tagged(server, player, ['crash']);
        const admin = await aMember(server, 'admin', { projectIds: [player.project.id] });
        assertProblem(await admin.call('PATCH', '/tags', { tag: 'crash', newTag: null }), 403, 'forbidden', PATH);
        const agent = await aMember(server, 'agent');
        const body = { tag: 'crash', newTag: null, projectId: player.project.id };
        assertProblem(await agent.call('PATCH', '/tags', body), 403, 'forbidden', PATH);
        assert.deepEqual(await tagsOf(server, id), ['crash']);
        assert.equal((await admin.call('PATCH', '/tags', body)).status, 200);
      });

      test('400: the same tag, a foreign cursor, and a name that makes the filter of a view too long', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await tagged(server, player, ['a']);
        for (const [field, body] of [
          ['newTag', { tag: 'a', newTag: ' a ' }],
          ['newTag', { tag: 'a', newTag: '  ' }],
          ['tag', { tag: 'a,b', newTag: null }],
          ['cursor', { tag: 'a', newTag: null, cursor: 'x' }],
          ['more', { tag: 'a', newTag: null, more: 1 }],
        ] as const) {
          assertInvalid(await patch(server, body), PATH, field);
        }
        assertInvalid(await patch(server, { tag: 'a' }), PATH, 'newTag');
        const unknown = encodeTagCursor({ projectId: player.project.id, ticketId: 'tkt_a' });
        assert.equal((await patch(server, { tag: 'b', newTag: null, cursor: unknown })).status, 200);
        const member = await aMember(server, 'viewer');
        const view = { name: 'V', base: 'all', filter: longFilter('a') };
        assert.equal((await member.call('POST', '/views', view)).status, 201);
        assertInvalid(await patch(server, { tag: 'a', newTag: '😀'.repeat(40) }), PATH, 'newTag');
        assert.deepEqual(await tagsOf(server, id), ['a'], 'nothing changes');
      });
    });
  },
);

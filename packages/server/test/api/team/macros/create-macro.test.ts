import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_MACROS, MAX_MACROS_LENGTH } from '@player-support/contract/limits';
import type { MacroRow } from '../../../../src/store/tables.ts';
import { createMacro } from '../../../../src/team/macros/create-macro.ts';
import { assertInvalid } from '../../../helpers/assert-problem.ts';
import { aMember, aProject, team } from '../../../helpers/builders.ts';
import { START, startServer } from '../../../helpers/harness.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

const PATH = '/api/v1/team/macros';

testTeamOperation(
  createMacro,
  {
    access: { role: 'admin', elsewhere: 400 },
    request: ({ project }) => ({ body: { name: HIDDEN, body: HIDDEN, projectId: project.id } }),
    statuses: {
      400: changed({ body: { name: '' } }),
    },
    statements: {
      usual: 4,
      cases: { 'for every project': [3, () => ({ body: { name: 'n', body: 'b' } })] },
    },
    changeFeed: [settingsChange('macros')],
  },
  () => {
    test('400: a project that does not exist, texts that are empty, too long or have unknown variables, and wrong locales and actions', async (t) => {
      const server = await startServer(t);
      const bodies: [object, string][] = [
        [{ projectId: 'prj_unknown' }, 'projectId'],
        [{ name: ' ' }, 'name'],
        [{ name: 'x'.repeat(81) }, 'name'],
        [{ body: '' }, 'body'],
        [{ body: 'x'.repeat(10_001) }, 'body'],
        [{ body: 'Hi {{player.nam}}' }, 'body'],
        [{ body: 'Hi {{player.userId|}}' }, 'body'],
        [{ body: 'Hi {{player.userId|there}' }, 'body'],
        [{ texts: { de: ' ' } }, 'texts.de'],
        [{ texts: { de: 'Hallo {{toString}}' } }, 'texts.de'],
        [{ texts: { jp: 'x' } }, 'texts.jp'],
        [{ actions: { status: 'open' } }, 'actions.status'],
        [{ actions: { addTags: ['a,b'] } }, 'actions.addTags.0'],
        [{ actions: { assignee: '' } }, 'actions.assignee'],
        [{ actions: { reply: true } }, 'actions.reply'],
      ];
      for (const [fields, field] of bodies) {
        assertInvalid(await team(server, 'POST', '/macros', { name: 'n', body: 'b', ...fields }), PATH, field);
      }
      assert.deepEqual((await team(server, 'GET', '/macros')).body.macros, []);
    });

    const stored = (index: number, fields: Partial<MacroRow>): MacroRow => ({
      ...{ macro_id: `mac_${index}`, project_id: null, name: 'n', body: 'b', texts: null, actions: null },
      ...{ created_at: START, uses: 0, last_used_at: null },
      ...fields,
    });

    test('400: more macros than a project can have; those of others and for all projects count apart', async (t) => {
      const server = await startServer(t);
      const [full, other] = [await aProject(server), await aProject(server)];
      for (let index = 0; index < MAX_MACROS; index++) {
        await server.store.macros.insert(stored(index, { project_id: full.id }));
      }
      const macro = { name: 'n', body: 'b' };
      assertInvalid(await team(server, 'POST', '/macros', { ...macro, projectId: full.id }), PATH, 'projectId');
      assert.equal((await team(server, 'POST', '/macros', macro)).status, 201);
      const { status, body } = await team(server, 'POST', '/macros', { ...macro, projectId: other.id });
      assert.equal(status, 201);
      const path = `/macros/${body.id}`;
      assertInvalid(await team(server, 'PATCH', path, { projectId: full.id }), `/api/v1/team${path}`, 'projectId');
      assert.equal((await team(server, 'PATCH', '/macros/mac_0', { body: 'A longer text' })).status, 200);
    });

    test('400: texts that are too long in total; a macro can become shorter', async (t) => {
      const server = await startServer(t);
      const texts = JSON.stringify({ de: 'ü'.repeat(MAX_MACROS_LENGTH - 10_000) });
      await server.store.macros.insert(stored(0, { texts }));
      const long = { name: 'n', body: 'x'.repeat(9000) };
      assert.equal((await team(server, 'POST', '/macros', long)).status, 201);
      assertInvalid(await team(server, 'POST', '/macros', long), PATH, 'body');
      const path = '/macros/mac_0';
      assertInvalid(await team(server, 'PATCH', path, { body: 'x'.repeat(2000) }), `/api/v1/team${path}`, 'body');
      await server.store.macros.insert(stored(1, { body: 'x'.repeat(2000) }));
      assert.equal((await team(server, 'PATCH', '/macros/mac_1', { body: 'x'.repeat(1999) })).status, 200);
      assert.equal((await team(server, 'PATCH', path, { texts: {} })).status, 200);
      assert.equal((await team(server, 'POST', '/macros', long)).status, 201);
    });

    test('members load the macros of their projects and those for all projects', async (t) => {
      const server = await startServer(t);
      const [here, there] = [await aProject(server), await aProject(server)];
      for (const [index, project_id] of [null, here.id, there.id].entries()) {
        await server.store.macros.insert(stored(index, { project_id }));
      }
      const member = await aMember(server, 'viewer', { projectIds: [here.id] });
      const { list } = server.store.macros;
      const read: number[] = [];
      server.store.macros.list = async (projectIds) => {
        const rows = await list(projectIds);
        read.push(rows.length);
        return rows;
      };
      const ids = (await member.call('GET', '/macros')).body.macros.map(({ id }: { readonly id: string }) => id);
      assert.deepEqual([ids, read], [['mac_0', 'mac_1'], [2]]);
    });
  },
);

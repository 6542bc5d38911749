import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMacro } from '../../../../src/team/macros/create-macro.ts';
import { assertInvalid } from '../../../helpers/assert-problem.ts';
import { team } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import {
  asViewer,
  changed,
  tooOftenWithoutCredentials,
  valid,
  withoutCredentials,
} from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

const PATH = '/api/v1/team/macros';

testTeamOperation(
  createMacro,
  {
    access: { role: 'admin', elsewhere: 400 },
    request: ({ project }) => ({ body: { name: HIDDEN, body: HIDDEN, projectId: project.id } }),
    statuses: {
      201: valid,
      400: changed({ body: { name: '' } }),
      401: withoutCredentials,
      403: asViewer,
      429: tooOftenWithoutCredentials,
    },
    statements: {
      usual: 3,
      cases: { 'for every project': [2, () => ({ body: { name: 'n', body: 'b' } })] },
    },
    audited: true,
    changeFeed: [settingsChange('macros')],
  },
  () => {
    test('400: a project that does not exist, texts that are empty or too long, and wrong locales and actions', async (t) => {
      const server = await startServer(t);
      const bodies: [object, string][] = [
        [{ projectId: 'prj_unknown' }, 'projectId'],
        [{ name: ' ' }, 'name'],
        [{ name: 'x'.repeat(81) }, 'name'],
        [{ body: '' }, 'body'],
        [{ body: 'x'.repeat(10_001) }, 'body'],
        [{ texts: { de: ' ' } }, 'texts.de'],
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
  },
);

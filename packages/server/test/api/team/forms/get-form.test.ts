import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getForm as operation } from '../../../../src/team/forms/get-form.ts';
import { assertInvalid } from '../../../helpers/assert-problem.ts';
import { aProject, team } from '../../../helpers/builders.ts';
import { aField, aForm, CHOICES, FIELDS, FORM, setForm } from '../../../helpers/forms.ts';
import { startServer } from '../../../helpers/harness.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(
  operation,
  {
    access: { role: 'viewer', elsewhere: 404 },
    request: async ({ server, project }) => {
      // Requests of several callers are prepared together.
      assert.ok([200, 409].includes((await setForm(server, project, FORM)).status));
      return { params: { projectId: project.id }, query: '?type=bug' };
    },
    statuses: {
      400: changed({ query: `?type=${'x'.repeat(31)}` }),
      404: changed({ params: { projectId: 'prj_a' } }),
    },
    // SetForm did not cache it.
    statements: { usual: 2 },
  },
  () => {
    test('200: version 0 without a form, also of an unknown type; each property of a form', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const path = `/projects/${project.id}/form`;
      const get = async (type: string) => (await team(server, 'GET', `${path}?type=${encodeURIComponent(type)}`)).body;
      for (const type of ['bug', 'unknown', '', '..', '/', '😀']) {
        assert.deepEqual(await get(type), { type, version: 0, fields: [], choices: [] });
      }
      await aForm(server, project);
      const fields = FIELDS.map((field) => ({ help: {}, showIf: null, ...field }));
      assert.deepEqual(await get('bug'), { type: 'bug', version: 1, fields, choices: CHOICES });
      assert.deepEqual((await get('feedback')).version, 0);
    });

    test('200: the newest version, on the next request', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      for (const version of [0, 1, 2]) {
        const fields = [aField('a', { label: { en: `Version ${version + 1}` } })];
        assert.equal(await aForm(server, project, { version, fields }), version + 1);
        const { body } = await team(server, 'GET', `/projects/${project.id}/form?type=bug`);
        assert.deepEqual([body.version, body.fields[0].label.en], [version + 1, `Version ${version + 1}`]);
      }
    });

    test('400: without a type', async (t) => {
      const server = await startServer(t);
      const { id } = await aProject(server);
      assertInvalid(await team(server, 'GET', `/projects/${id}/form`), `/api/v1/team/projects/${id}/form`, 'type');
    });
  },
);

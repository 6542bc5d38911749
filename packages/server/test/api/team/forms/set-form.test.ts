import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  MAX_CHOICES,
  MAX_FORM_FIELDS,
  MAX_FORM_LENGTH,
  MAX_FORM_VERSIONS,
  MAX_FORMS,
} from '@player-support/contract/limits';
import { LOCALES } from '@player-support/contract/locales';
import { setForm as operation } from '../../../../src/team/forms/set-form.ts';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import { aPlayer, aProject, type Project, team, updateProject } from '../../../helpers/builders.ts';
import { aField, aForm, CHOICES, choicesOf, FIELDS, FORM, setForm } from '../../../helpers/forms.ts';
import type { TestServer } from '../../../helpers/harness.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';

const hidden = (name: string) => aField(name, { label: { en: HIDDEN }, help: { en: HIDDEN } });

const versionOf = async (server: TestServer, { id }: Project): Promise<number> =>
  (await team(server, 'GET', `/projects/${id}/form?type=bug`)).body.version;

/** Enough for each request about a project to have its own. */
const TYPES = Array.from({ length: 100 }, (_, at) => ({ type: `type ${at}`, label: 'A type' }));

let count = 0;

const hiddenForm = () => ({
  fields: [
    { ...hidden('device'), kind: 'choice' },
    { ...hidden('gpu'), showIf: { field: 'device', value: HIDDEN } },
    aField(`field_${++count}`),
  ],
  choices: [{ field: 'device', value: HIDDEN, label: { en: HIDDEN } }],
});

testTeamOperation(
  operation,
  {
    access: { role: 'admin', elsewhere: 404 },
    request: async ({ server, project }) => {
      assert.equal((await updateProject(server, project, { ticketTypes: TYPES })).status, 200);
      const form = hiddenForm();
      return {
        params: { projectId: project.id },
        body: { type: TYPES[count % TYPES.length]?.type, version: 0, ...form },
      };
    },
    statuses: {
      400: changed({ body: { type: 'unknown' } }),
      404: changed({ params: { projectId: 'prj_a' } }),
      409: changed({ body: { version: 999 } }),
    },
    statements: {
      usual: 4,
      cases: {
        'without a change': [
          1,
          ({ project }) => ({ params: { projectId: project.id }, body: { type: 'bug', version: 0, fields: [] } }),
        ],
        'of a form': [
          5,
          async ({ server, project }) => {
            const version = await aForm(server, project);
            return { params: { projectId: project.id }, body: { type: 'bug', version, fields: [] } };
          },
        ],
      },
    },
    changeFeed: [settingsChange('projects')],
  },
  async () => {
    const server = await sharedServer({ env: { RATE_LIMITS: 'off' } });
    const project = await aProject(server);
    const path = `/api/v1/team/projects/${project.id}/form`;

    test('200: a new version for each change; the same again is no change, whatever the order of its texts', async () => {
      const own = await aProject(server);
      assert.equal(await aForm(server, own), 1);
      const [device, ...others] = FIELDS;
      const { en, de } = device?.label ?? {};
      const fields = [{ ...device, label: { en, de } }, ...others];
      assert.equal(await aForm(server, own, { version: 1, fields, choices: CHOICES }), 1);
      assert.equal(await aForm(server, own, { version: 1, fields: [] }), 2);
      assert.equal(await aForm(server, own, { version: 2, ...FORM }), 3);
      const audit = await team(server, 'GET', `/audit?projectId=${own.id}`);
      const entries = audit.body.entries.filter(({ action }: { action: string }) => action === 'SetForm');
      assert.deepEqual(
        entries.map(({ details }: { details: object }) => details),
        [3, 2, 1].map((formVersion) => ({ ticketType: 'bug', formVersion })),
      );
    });

    test('200: choices of two fields can have the same value', async () => {
      const fields = ['device', 'store'].map((name) => aField(name, { kind: 'choice' }));
      const choices = [...choicesOf('device', 'pc', 'other'), ...choicesOf('store', 'steam', 'other')];
      assert.equal(await aForm(server, await aProject(server), { fields, choices }), 1);
    });

    test('409: two members change the same version at the same time: one of them loads it again', async () => {
      const own = await aProject(server);
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, at) => setForm(server, own, { fields: [aField(`field_${at}`)] })),
      );
      assert.equal(replies.filter(({ status }) => status === 200).length, 1);
      for (const reply of replies.filter(({ status }) => status !== 200)) {
        assertProblem(reply, 409, 'form-changed', `/api/v1/team/projects/${own.id}/form`);
      }
      assert.equal(await versionOf(server, own), 1);
    });

    test('200: forms of different types at the same time are all kept', async () => {
      const own = await aProject(server);
      const types = ['bug', 'payment', 'account', 'feedback'];
      const replies = await Promise.all(types.map((type) => setForm(server, own, { type, fields: [aField('a')] })));
      assert.deepEqual(
        replies.map(({ status, body }) => [status, body.version]),
        types.map(() => [200, 1]),
      );
      const { token } = await aPlayer(server, own);
      const { body } = await server.call('GET', '/api/v1/player/ticket-types', { token });
      const withForm = body.types.filter(({ formVersion }: { formVersion: number | null }) => formVersion === 1);
      assert.deepEqual(withForm.map(({ type }: { type: string }) => type).toSorted(), types.toSorted());
    });

    const device = aField('device', { kind: 'choice' });
    const label = { en: 'A' };
    const ofDevice = (value: unknown) => ({ ...aField('b'), showIf: { field: 'device', value } });
    const REFUSED: Readonly<
      Record<string, readonly [form: { fields?: unknown; choices?: unknown }, ...paths: string[]]>
    > = {
      'two fields with one name': [{ fields: [aField('a'), aField('a')] }, 'fields.1.name'],
      'names that are none': [
        { fields: ['Device', '1st', 'a.b', '"', 'a:b', '', '_a', 'é'].map((name) => aField(name)) },
        ...Array.from({ length: 8 }, (_, at) => `fields.${at}.name`),
      ],
      'a name of 41 characters': [{ fields: [aField('a'.repeat(41))] }, 'fields.0.name'],
      'the name __proto__': [{ fields: [aField('__proto__')] }, 'fields.0.name'],
      'an unknown kind': [{ fields: [{ ...aField('a'), kind: 'file' }] }, 'fields.0.kind'],
      'no label': [{ fields: [aField('a', { label: {} })] }, 'fields.0.label'],
      'a blank label': [{ fields: [aField('a', { label: { en: ' ' } })] }, 'fields.0.label.en'],
      'a label of 121 characters': [{ fields: [aField('a', { label: { de: 'x'.repeat(121) } })] }, 'fields.0.label.de'],
      'a label that is no text': [{ fields: [{ ...aField('a'), label: { en: {} } }] }, 'fields.0.label.en'],
      'an unknown locale': [{ fields: [{ ...aField('a'), label: { ...label, xx: 'A' } }] }, 'fields.0.label.xx'],
      'the locale __proto__': [
        { fields: [{ ...aField('a'), label: JSON.parse('{"en":"A","__proto__":"B"}') }] },
        'fields.0.label.__proto__',
      ],
      'a help of 301 characters': [{ fields: [aField('a', { help: { en: 'x'.repeat(301) } })] }, 'fields.0.help.en'],
      'a lone surrogate': [{ fields: [aField('a', { label: { en: '\ud800' } })] }, 'fields.0.label.en'],
      'U+0000': [{ fields: [aField('a', { help: { en: '\0' } })] }, 'fields.0.help.en'],
      'a choice without choices': [{ fields: [device] }, 'fields.0.kind'],
      'choices of a text': [{ fields: [aField('a')], choices: choicesOf('a', 'x') }, 'choices.0.field'],
      'choices of no field': [{ fields: [], choices: choicesOf('a', 'x') }, 'choices.0.field'],
      'two choices with one value': [{ fields: [device], choices: choicesOf('device', 'x', 'x') }, 'choices.1.value'],
      'a choice without a label': [
        { fields: [device], choices: [{ field: 'device', value: 'x', label: {} }] },
        'choices.0.label',
      ],
      'a condition on itself': [
        { fields: [{ ...device, showIf: { field: 'device', value: 'pc' } }], choices: CHOICES },
        'fields.0.showIf.field',
      ],
      'a condition on a later field': [{ fields: [ofDevice('pc'), device], choices: CHOICES }, 'fields.0.showIf.field'],
      'a condition on a text': [
        { fields: [aField('a'), aField('b', { showIf: { field: 'a', value: 'x' } })] },
        'fields.1.showIf.field',
      ],
      'a condition on an unknown choice': [
        { fields: [device, ofDevice('tv')], choices: CHOICES },
        'fields.1.showIf.value',
      ],
      'a condition of another kind': [
        { fields: [device, ofDevice('true')], choices: CHOICES },
        'fields.1.showIf.value',
      ],
      'a condition of another type': [{ fields: [device, ofDevice(true)], choices: CHOICES }, 'fields.1.showIf.value'],
      'a condition that is a list': [{ fields: [device, ofDevice([])], choices: CHOICES }, 'fields.1.showIf.value'],
      'an unknown property': [{ fields: [{ ...aField('a'), secret: 1 }] }, 'fields.0.secret'],
      'an unknown property of a choice': [
        { fields: [device], choices: [{ ...CHOICES[0], secret: 1 }] },
        'choices.0.secret',
      ],
      '13 fields': [{ fields: Array.from({ length: MAX_FORM_FIELDS + 1 }, (_, at) => aField(`f${at}`)) }, 'fields'],
      '101 choices': [
        {
          fields: [device],
          choices: choicesOf('device', ...Array.from({ length: MAX_CHOICES + 1 }, (_, at) => `v${at}`)),
        },
        'choices',
      ],
    };
    for (const [what, [form, ...paths]] of Object.entries(REFUSED)) {
      test(`400: ${what}`, async () => {
        assertInvalid(await setForm(server, project, form), path, ...paths);
        assert.equal(await versionOf(server, project), 0);
      });
    }

    test('200: 12 fields and 100 choices; 400: more characters than a form can have', async () => {
      const own = await aProject(server);
      const many = Array.from({ length: MAX_FORM_FIELDS - 1 }, (_, at) => aField(`f${at}`));
      const values = Array.from({ length: MAX_CHOICES }, (_, at) => `v${at}`);
      const full = { fields: [device, ...many], choices: choicesOf('device', ...values) };
      assert.equal((await setForm(server, own, full)).status, 200);
      const help = Object.fromEntries(LOCALES.slice(0, 10).map((locale) => [locale, 'x'.repeat(300)]));
      const long = many.map((field) => ({ ...field, help }));
      const reply = await setForm(server, own, { version: 1, fields: long });
      assertInvalid(reply, `/api/v1/team/projects/${own.id}/form`, 'fields');
      assert.match(reply.body.errors.fields[0], new RegExp(`${MAX_FORM_LENGTH}`));
      assert.equal((await setForm(server, own, { version: 1, fields: long.slice(0, 9) })).status, 200);
    });

    test('400: a form for more than 20 types, and a change after 1000 versions', async () => {
      const own = await aProject(server);
      const ownPath = `/api/v1/team/projects/${own.id}/form`;
      const types = Array.from({ length: MAX_FORMS + 1 }, (_, at) => ({ type: `t${at}`, label: 'T' }));
      assert.equal((await updateProject(server, own, { ticketTypes: types })).status, 200);
      for (const { type } of types.slice(0, -1)) await aForm(server, own, { type, fields: [aField('a')] });
      assertInvalid(await setForm(server, own, { type: `t${MAX_FORMS}`, fields: [aField('a')] }), ownPath, 'type');
      await server.store.projects.setFormVersions(own.id, new Map([['t0', MAX_FORM_VERSIONS]]));
      assertInvalid(
        await setForm(server, own, { type: 't0', version: MAX_FORM_VERSIONS, fields: [] }),
        ownPath,
        'version',
      );
    });

    test('a form stays when its type leaves the project, and is there again with the type', async () => {
      const own = await aProject(server);
      await aForm(server, own);
      assert.equal((await updateProject(server, own, { ticketTypes: [] })).status, 200);
      assertInvalid(
        await setForm(server, own, { version: 1, fields: [] }),
        `/api/v1/team/projects/${own.id}/form`,
        'type',
      );
      assert.equal((await updateProject(server, own, { ticketTypes: [{ type: 'bug', label: 'B' }] })).status, 200);
      assert.equal(await versionOf(server, own), 1);
    });
  },
);

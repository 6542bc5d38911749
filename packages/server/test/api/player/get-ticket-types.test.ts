import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getTicketTypes as operation } from '../../../src/player/get-ticket-types.ts';
import { aPlayer, aProject, updateProject } from '../../helpers/builders.ts';
import { aField, aForm, FIELDS } from '../../helpers/forms.ts';
import { startServer } from '../../helpers/harness.ts';
import { testPlayerOperation } from '../../helpers/operation/test-operation.ts';

const PATH = '/api/v1/player/ticket-types';

testPlayerOperation(
  operation,
  {
    request: () => ({}),
    statements: {
      usual: 0,
      cases: {
        'after a change of a form': [
          3,
          async ({ server, player }) => {
            await aForm(server, player.project);
            return {};
          },
        ],
      },
    },
  },
  () => {
    test('200: the types in their order, with their forms in one language', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const ticketTypes = ['feedback', 'bug'].map((type) => ({ type, label: 'A name for the team' }));
      assert.equal((await updateProject(server, project, { ticketTypes })).status, 200);
      await aForm(server, project);
      const { token } = await aPlayer(server, project);
      const { status, body, text } = await server.call('GET', PATH, { token });
      assert.equal(status, 200);
      assert.ok(!text.includes('for the team'));
      const [feedback, bug] = body.types;
      assert.deepEqual(feedback, { type: 'feedback', formVersion: null, fields: [] });
      assert.deepEqual([bug.type, bug.formVersion, bug.fields.length], ['bug', 1, FIELDS.length]);
      assert.deepEqual(bug.fields[0], {
        name: 'device',
        kind: 'choice',
        label: 'Which device?',
        help: 'The one that you play on.',
        required: true,
        choices: [
          { value: 'pc', label: 'Label of pc' },
          { value: 'phone', label: 'Label of phone' },
        ],
        showIf: null,
      });
      const gpu = { name: 'gpu', kind: 'text', label: 'Label of gpu', help: null, required: true, choices: [] };
      assert.deepEqual(bug.fields[1], { ...gpu, showIf: { field: 'device', value: 'pc' } });
    });

    test('200: each text in the best language that it has', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const fields = [aField('both', { label: { en: 'en', de: 'de' } }), aField('german', { label: { de: 'de' } })];
      await aForm(server, project, { fields });
      const { token } = await aPlayer(server, project);
      for (const [locale, both] of [
        ['de', 'de'],
        ['de-AT', 'de'],
        ['de_DE.UTF-8', 'de'],
        ['en', 'en'],
        ['fr', 'en'],
        ['', 'en'],
        ['%00', 'en'],
        ['x'.repeat(2000), 'en'],
      ] as const) {
        const { status, body } = await server.call('GET', `${PATH}?locale=${locale}`, { token });
        assert.equal(status, 200);
        const bug = body.types.find(({ type }: { type: string }) => type === 'bug');
        assert.deepEqual(
          bug.fields.map(({ label }: { label: string }) => label),
          [both, 'de'],
          locale,
        );
      }
      assert.equal((await server.call('GET', `${PATH}?locale=de&locale=en`, { token })).status, 200);
    });

    test('304: until the form, the types or the language change', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      await aForm(server, project);
      const { token } = await aPlayer(server, project);
      const get = (etag: string, locale = 'en') =>
        server.call('GET', `${PATH}?locale=${locale}`, { token, headers: { 'if-none-match': etag } });
      const first = await get('"other"');
      const etag = first.headers.get('etag') ?? '';
      assert.match(etag, /^"[\w-]{43}"$/);
      assert.equal(first.headers.get('cache-control'), 'private, no-cache');
      for (const sent of [etag, `W/${etag}`, `"a", ${etag}`, '*']) {
        const { status, text, headers } = await get(sent);
        assert.deepEqual([status, text, headers.get('etag')], [304, '', etag]);
      }
      const tags = new Set([etag, (await get(etag, 'de')).headers.get('etag')]);
      assert.equal(await aForm(server, project, { version: 1, fields: [aField('other')] }), 2);
      const second = await get(etag);
      assert.deepEqual([second.status, second.body.types[0].formVersion], [200, 2]);
      tags.add(second.headers.get('etag'));
      assert.equal((await updateProject(server, project, { ticketTypes: [] })).status, 200);
      const third = await get(etag);
      assert.deepEqual(third.body, { types: [] });
      assert.equal(tags.add(third.headers.get('etag')).size, 4);
    });

    test('a project never shows the form of another one', async (t) => {
      const server = await startServer(t);
      const [one, other] = [await aProject(server), await aProject(server)];
      await aForm(server, one);
      await aForm(server, other, { fields: [aField('of_the_other')] });
      for (const [project, count] of [
        [one, FIELDS.length],
        [other, 1],
      ] as const) {
        const { token } = await aPlayer(server, project);
        const { body } = await server.call('GET', PATH, { token });
        assert.equal(body.types.find(({ type }: { type: string }) => type === 'bug').fields.length, count);
      }
    });
  },
);

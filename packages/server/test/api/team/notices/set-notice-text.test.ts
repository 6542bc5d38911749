import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setNoticeText } from '../../../../src/team/notices/set-notice-text.ts';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import { aProject, team } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { refusedSamples, withField } from '../../../helpers/text-fields.ts';

const TEXT = { title: 'Hi', body: 'Solved.' };
const FIELDS = [
  { name: 'title', min: 1, max: 120, required: true, notBlank: true },
  { name: 'body', min: 1, max: 2000, required: true, notBlank: true },
] as const;

testTeamOperation(
  setNoticeText,
  {
    access: { role: 'admin', elsewhere: 404 },
    request: ({ project }) => ({
      params: { projectId: project.id, notice: 'ticket-resolved', locale: 'de' },
      body: { title: HIDDEN, body: HIDDEN },
    }),
    statuses: {
      400: changed({ body: { title: '' } }),
      404: changed({ params: { notice: 'ticket-lost' } }),
    },
    statements: { usual: 3 },
    changeFeed: [settingsChange('notices')],
  },
  () => {
    test('200: a second text replaces the first, and other notices, locales and projects keep theirs', async (t) => {
      const server = await startServer(t);
      const [own, other] = [await aProject(server), await aProject(server)];
      const set = (project: { id: string }, at: string, body: object) =>
        team(server, 'PUT', `/projects/${project.id}/notices/${at}`, body);
      const textsOf = async (project: { id: string }) => {
        const { notices } = (await team(server, 'GET', `/projects/${project.id}/notices`)).body;
        return notices.map(({ texts }: { texts: { locale: string; body: string }[] }) =>
          texts.map(({ locale, body }) => [locale, body]),
        );
      };
      for (const project of [own, other]) {
        for (const at of ['ticket-resolved/de', 'ticket-resolved/de-AT', 'ticket-closed/de']) {
          assert.equal((await set(project, at, TEXT)).status, 200);
        }
      }
      server.clock.advance(1000);
      const { status, body } = await set(own, 'ticket-resolved/de', { title: '{{ticket.subject}}', body: 'New.' });
      const updatedAt = new Date(server.clock.now).toISOString();
      assert.deepEqual([status, body], [200, { locale: 'de', title: '{{ticket.subject}}', body: 'New.', updatedAt }]);
      const before = ['Solved.', 'Solved.', 'Solved.'];
      const shape = ([resolvedDe, resolvedAt, closedDe]: readonly (string | undefined)[]) => [
        [
          ['de', resolvedDe],
          ['de-AT', resolvedAt],
        ],
        [['de', closedDe]],
        [],
        [],
        [],
      ];
      assert.deepEqual(await textsOf(own), shape(['New.', 'Solved.', 'Solved.']));
      assert.deepEqual(await textsOf(other), shape(before));
    });

    test('400: texts out of bounds, unknown variables, and locales that are not in the list', async (t) => {
      const server = await startServer(t);
      const { id } = await aProject(server);
      const send = (locale: string, body: object) =>
        team(server, 'PUT', `/projects/${id}/notices/ticket-closed/${locale}`, body);
      const path = (locale: string) => `/api/v1/team/projects/${id}/notices/ticket-closed/${locale}`;
      for (const field of FIELDS) {
        for (const [, value] of refusedSamples(field)) {
          assertInvalid(await send('de', { ...TEXT, ...withField(field, value) }), path('de'), field.name);
        }
        const reply = await send('de', { ...TEXT, [field.name]: 'Hi {{ticket.subject}} {{player.name}}' });
        assertInvalid(reply, path('de'), field.name);
        const message = 'Must not contain {{player.name}}, which is no variable of this notice.';
        assert.deepEqual(reply.body.errors[field.name], [message]);
      }
      for (const locale of ['DE', 'de_DE', 'jp', 'zh-Hans', 'english', 'x', '__proto__', 'toString']) {
        const reply = await send(locale, TEXT);
        assertInvalid(reply, path(locale), 'locale');
        assert.deepEqual(reply.body.errors.locale, ['Must be one of the locales of ListNotices.']);
      }
      const both = await send('jp', { title: '{{a}}', body: '{{b}}' });
      assertInvalid(both, path('jp'), 'body', 'locale', 'title');
      const { notices } = (await team(server, 'GET', `/projects/${id}/notices`)).body;
      for (const { texts } of notices) assert.deepEqual(texts, []);
    });

    test('404: a project that does not exist', async (t) => {
      const server = await startServer(t);
      const path = '/projects/prj_unknown/notices/ticket-closed/de';
      assertProblem(await team(server, 'PUT', path, TEXT), 404, 'not-found', `/api/v1/team${path}`);
    });
  },
);

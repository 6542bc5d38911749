import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOCALES } from '@player-support/contract/locales';
import { NOTICES } from '@player-support/contract/notices';
import { listNotices } from '../../../../src/team/notices/list-notices.ts';
import { aProject, team } from '../../../helpers/builders.ts';
import { START, startServer } from '../../../helpers/harness.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(
  listNotices,
  {
    access: { role: 'viewer', elsewhere: 404 },
    request: ({ project }) => ({ params: { projectId: project.id } }),
    statuses: {
      404: changed({ params: { projectId: 'prj_a' } }),
    },
    statements: { usual: 2 },
  },
  () => {
    test('200: every notice with its variables, its defaults and the texts of this project', async (t) => {
      const server = await startServer(t);
      const [own, other] = [await aProject(server), await aProject(server)];
      const set = async (project: { id: string }, at: string, body: string) => {
        const path = `/projects/${project.id}/notices/${at}`;
        assert.equal((await team(server, 'PUT', path, { title: 'Hi', body })).status, 200);
      };
      await set(own, 'ticket-closed/nl', 'Gesloten.');
      await set(own, 'ticket-closed/de', 'Zu.');
      await set(other, 'ticket-closed/de', 'Woanders.');
      const { status, body } = await team(server, 'GET', `/projects/${own.id}/notices`);
      assert.equal(status, 200);
      assert.deepEqual(body.locales, LOCALES);
      const [resolved, closed, ...rest] = body.notices;
      assert.equal(rest.length, NOTICES.length - 2);
      assert.deepEqual(resolved.texts, []);
      const { defaults, ...shown } = closed;
      const updatedAt = new Date(START).toISOString();
      assert.deepEqual(shown, {
        id: 'ticket-closed',
        variables: ['ticket.subject', 'project.name'],
        texts: [
          { locale: 'de', title: 'Hi', body: 'Zu.', updatedAt },
          { locale: 'nl', title: 'Hi', body: 'Gesloten.', updatedAt },
        ],
      });
      assert.deepEqual(defaults[0], {
        locale: 'en',
        title: '{{ticket.subject}}',
        body: 'This ticket was closed. If you need more help, please open a new one.',
      });
      assert.equal(defaults.length, 12);
    });
  },
);

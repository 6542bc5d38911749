import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteNoticeText } from '../../../../src/team/notices/delete-notice-text.ts';
import { assertProblem } from '../../../helpers/assert-problem.ts';
import { aProject, team } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aNoticeText } from '../../../helpers/things.ts';

testTeamOperation(
  deleteNoticeText,
  {
    access: { role: 'admin', elsewhere: 404 },
    request: async ({ server, project }) => ({
      params: { projectId: project.id, ...(await aNoticeText(server, project)) },
    }),
    statuses: {
      404: changed({ params: { locale: 'tlh' } }),
    },
    statements: { usual: 2 },
    changeFeed: [settingsChange('notices')],
  },
  () => {
    test('204: only this text of this project is deleted; 404: a second time', async (t) => {
      const server = await startServer(t);
      const [own, other] = [await aProject(server), await aProject(server)];
      for (const project of [own, other]) {
        for (const [notice, locale] of [
          ['ticket-resolved', 'de'],
          ['ticket-resolved', 'fr'],
          ['ticket-closed', 'de'],
        ] as const) {
          await aNoticeText(server, project, { notice, locale });
        }
      }
      const path = `/projects/${own.id}/notices/ticket-resolved/de`;
      assert.equal((await team(server, 'DELETE', path)).status, 204);
      const localesOf = async ({ id }: { id: string }) => {
        const { notices } = (await team(server, 'GET', `/projects/${id}/notices`)).body;
        return notices.map(({ texts }: { texts: { locale: string }[] }) => texts.map(({ locale }) => locale));
      };
      assert.deepEqual(await localesOf(own), [['fr'], ['de'], [], [], []]);
      assert.deepEqual(await localesOf(other), [['de', 'fr'], ['de'], [], [], []]);
      assertProblem(await team(server, 'DELETE', path), 404, 'not-found', `/api/v1/team${path}`);
    });
  },
);

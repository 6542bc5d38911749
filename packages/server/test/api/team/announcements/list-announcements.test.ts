import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ANNOUNCEMENTS_PER_PAGE } from '../../../../src/store/announcements.ts';
import { listAnnouncements } from '../../../../src/team/announcements/list-announcements.ts';
import { assertInvalid } from '../../../helpers/assert-problem.ts';
import { anAnnouncement, aProject, team } from '../../../helpers/builders.ts';
import { START, startServer, type TestServer } from '../../../helpers/harness.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { anAnnouncementRow } from '../../../helpers/store-rows.ts';
import { ofLength } from '../../../helpers/text-fields.ts';

const PATH = '/api/v1/team/announcements';

const HOUR = 3_600_000;

const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

async function listed(server: TestServer, query = ''): Promise<string[]> {
  const { status, body, text } = await team(server, 'GET', `/announcements${query}`);
  assert.equal(status, 200, text);
  assert.deepEqual(Object.keys(body), ['announcements']);
  return body.announcements.map(({ id }: { id: string }) => id);
}

testTeamOperation(
  listAnnouncements,
  {
    access: { role: 'viewer', elsewhere: 'hidden' },
    request: () => ({}),
    statuses: {
      400: changed({ query: `?projectId=${'x'.repeat(101)}` }),
    },
    statements: { usual: 1 },
  },
  () => {
    suite('ListAnnouncements', () => {
      test('200: newest first, of all projects or one, with past and future announcements', async (t) => {
        const server = await startServer(t);
        assert.deepEqual(await listed(server), []);
        const [one, other] = [await aProject(server), await aProject(server)];
        const ended = await anAnnouncement(server, one, { endsAt: at(1) });
        server.clock.advance(HOUR);
        const coming = await anAnnouncement(server, other, { startsAt: at(9 * HOUR) });
        const tie = await anAnnouncement(server, one);
        assert.deepEqual(await listed(server), [tie, coming, ended]);
        assert.deepEqual(await listed(server, `?projectId=${one.id}`), [tie, ended]);
        assert.deepEqual(await listed(server, `?projectId=${other.id}`), [coming]);
        assert.deepEqual(await listed(server, '?projectId=prj_unknown'), []);
        const { body } = await team(server, 'GET', `/announcements?projectId=${other.id}`);
        assert.deepEqual(body.announcements, [
          {
            id: coming,
            projectId: other.id,
            title: 'Maintenance',
            body: 'Tonight.',
            texts: {},
            audience: null,
            startsAt: at(9 * HOUR),
            endsAt: null,
            timeZone: null,
            createdAt: at(HOUR),
            retractedAt: null,
            revision: body.announcements[0].revision,
          },
        ]);
      });

      test('200: with more than a page, of all projects or one, each one once', async (t) => {
        const server = await startServer(t);
        const [one, other] = [await aProject(server), await aProject(server)];
        const made: string[] = [];
        const of = (id: string) => ({ ...anAnnouncementRow(id), ends_at: START });
        for (let count = 0; count < 2 * ANNOUNCEMENTS_PER_PAGE; count++) {
          for (const row of [of(one.id), of(other.id)]) {
            await server.store.announcements.insert(row);
            made.unshift(row.announcement_id);
          }
        }
        assert.deepEqual(await listed(server), made);
        const own = made.filter((_, index) => index % 2 === 1);
        assert.deepEqual(await listed(server, `?projectId=${one.id}`), own);
      });

      test('200: others are answered between two pages of long texts', async (t) => {
        const server = await startServer(t);
        const { id } = await aProject(server);
        const { announcements } = server.store;
        const rows = Array.from({ length: 3 * ANNOUNCEMENTS_PER_PAGE - 1 }, () => anAnnouncementRow(id));
        for (const row of rows) await announcements.insert({ ...row, body: '漢'.repeat(10_000) });
        const turns: number[] = [];
        let turn = 0;
        const { list } = announcements;
        announcements.list = (...args) => {
          turns.push(turn);
          setImmediate(() => turn++);
          return list(...args);
        };
        assert.equal((await listed(server)).length, rows.length);
        assert.equal(turns.length, 3);
        assert.ok(
          turns.every((at, index) => index === 0 || at > (turns[index - 1] ?? 0)),
          String(turns),
        );
      });

      test('400: a projectId that is too long or given twice', async (t) => {
        const server = await startServer(t);
        for (const query of [`projectId=${ofLength(101)}`, 'projectId=a&projectId=b', 'projectId=%00']) {
          assertInvalid(await team(server, 'GET', `/announcements?${query}`), PATH, 'projectId');
        }
      });
    });
  },
);

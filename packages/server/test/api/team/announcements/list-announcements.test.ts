import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { listAnnouncements } from '../../../../src/team/announcements/list-announcements.ts';
import { assertInvalid } from '../../../helpers/assert-problem.ts';
import { anAnnouncement, aProject, team } from '../../../helpers/builders.ts';
import { START, startServer, type TestServer } from '../../../helpers/harness.ts';
import {
  changed,
  fromAnotherSite,
  tooOftenWithoutCredentials,
  valid,
  withoutCredentials,
} from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
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
      200: valid,
      400: changed({ query: `?projectId=${'x'.repeat(101)}` }),
      401: withoutCredentials,
      403: fromAnotherSite,
      429: tooOftenWithoutCredentials,
    },
    statements: { usual: 1 },
    audited: false,
    changeFeed: [],
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

      test('400: a projectId that is too long or given twice', async (t) => {
        const server = await startServer(t);
        for (const query of [`projectId=${ofLength(101)}`, 'projectId=a&projectId=b', 'projectId=%00']) {
          assertInvalid(await team(server, 'GET', `/announcements?${query}`), PATH, 'projectId');
        }
      });
    });
  },
);

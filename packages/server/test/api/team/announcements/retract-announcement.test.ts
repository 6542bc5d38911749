import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { retractAnnouncement } from '../../../../src/team/announcements/retract-announcement.ts';
import { assertProblem } from '../../../helpers/assert-problem.ts';
import { anAnnouncement, aPlayer, aProject, markRead, type Player, poll, team } from '../../../helpers/builders.ts';
import { START, startServer, type TestServer } from '../../../helpers/harness.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { changed, tooOftenWithoutCredentials } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';
import { assertAllNotFound, strangeIds } from '../../../helpers/strange-ids.ts';

const PATH = '/api/v1/team/announcements';
const HOUR = 3_600_000;
const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

const retract = (server: TestServer, id: string) => team(server, 'POST', `/announcements/${id}/retract`);

async function inbox(server: TestServer, player: Player): Promise<string[]> {
  return (await poll(server, player)).body.messages.map(({ id }: { id: string }) => id);
}

testTeamOperation(
  retractAnnouncement,
  {
    access: { role: 'admin', elsewhere: 404 },
    request: async ({ server, project }) => ({ params: { announcementId: await anAnnouncement(server, project) } }),
    statuses: {
      404: changed({ params: { announcementId: 'ann_a' } }),
      409: async ({ server, project, prepare, send }) => {
        const { params: _params, path: _path, ...request } = await prepare();
        const id = await anAnnouncement(server, project, { startsAt: '2999-01-01T00:00:00Z' });
        return send({ ...request, path: `${PATH}/${id}/retract` });
      },
      429: tooOftenWithoutCredentials,
    },
    statements: { usual: 3 },
    changeFeed: [settingsChange('announcements')],
  },
  () => {
    suite('RetractAnnouncement', async () => {
      const server = await sharedServer();

      test('200: it is gone from every inbox at once, also for who had it, and keeps its reads', async (t) => {
        const server = await startServer(t);
        const reader = await aPlayer(server);
        const other = await aPlayer(server, reader.project);
        const id = await anAnnouncement(server, reader.project, { endsAt: at(9 * HOUR) });
        assert.equal((await markRead(server, reader, id)).status, 200);
        const had = (await poll(server, other)).headers.get('etag') ?? '';
        server.clock.advance(HOUR);
        const { status, body, text } = await retract(server, id);
        assert.equal(status, 200, text);
        assert.deepEqual([body.endsAt, body.retractedAt], [at(HOUR), at(HOUR)]);
        for (const player of [reader, other]) assert.deepEqual(await inbox(server, player), []);
        const fresh = await poll(server, other, '', { headers: { 'if-none-match': had } });
        assert.deepEqual([fresh.status, fresh.body.messages], [200, []]);
        assert.equal((await markRead(server, other, id)).status, 200);
        assert.deepEqual((await team(server, 'GET', '/announcements')).body.announcements, [body]);
        const { reads } = (await team(server, 'GET', `/announcements/${id}/reach`)).body;
        assert.deepEqual(reads, { players: 2, precision: 'exact', margin: 0 });
      });

      test('409: one that has not begun, has ended or was retracted; nothing changes', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        const coming = await anAnnouncement(server, project, { startsAt: at(2 * HOUR) });
        const ended = await anAnnouncement(server, project, { endsAt: at(HOUR) });
        const retracted = await anAnnouncement(server, project);
        assert.equal((await retract(server, retracted)).status, 200);
        server.clock.advance(HOUR);
        const before = (await team(server, 'GET', '/announcements')).body;
        for (const id of [coming, ended, retracted]) {
          assertProblem(await retract(server, id), 409, 'announcement-not-shown', `${PATH}/${id}/retract`);
        }
        assert.deepEqual((await team(server, 'GET', '/announcements')).body, before);
      });

      test('404: an id that does not exist', async () => {
        const id = await anAnnouncement(server, await aProject(server));
        await assertAllNotFound(
          strangeIds(id).filter((one) => one !== ''),
          (one) => `${PATH}/${one}/retract`,
          (path) => server.call('POST', path, { token: server.teamKey }),
        );
      });
    });
  },
);

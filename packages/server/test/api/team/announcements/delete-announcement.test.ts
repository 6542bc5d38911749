import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { deleteAnnouncement } from '../../../../src/team/announcements/delete-announcement.ts';
import { assertProblem } from '../../../helpers/assert-problem.ts';
import {
  anAnnouncement,
  aPlayer,
  aProject,
  identify,
  markRead,
  type Player,
  poll,
  team,
} from '../../../helpers/builders.ts';
import { START, startServer, type TestServer } from '../../../helpers/harness.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';
import { assertAllNotFound, strangeIds } from '../../../helpers/strange-ids.ts';

const PATH = '/api/v1/team/announcements';

async function inbox(server: TestServer, player: Player): Promise<string[]> {
  return (await poll(server, player)).body.messages.map(({ id }: { id: string }) => id);
}

async function listed(server: TestServer, query = ''): Promise<string[]> {
  const { status, body, text } = await team(server, 'GET', `/announcements${query}`);
  assert.equal(status, 200, text);
  assert.deepEqual(Object.keys(body), ['announcements']);
  return body.announcements.map(({ id }: { id: string }) => id);
}

testTeamOperation(
  deleteAnnouncement,
  {
    access: { role: 'admin', elsewhere: 404 },
    request: async ({ server, project }) => ({ params: { announcementId: await anAnnouncement(server, project) } }),
    statuses: {
      400: changed({ query: '?ifNotBegun=yes' }),
      404: changed({ params: { announcementId: 'ann_a' } }),
      409: changed({ query: '?ifNotBegun=true' }),
    },
    statements: { usual: 3 },
    changeFeed: [settingsChange('announcements')],
  },
  () => {
    suite('DeleteAnnouncement', async () => {
      const server = await sharedServer();

      test('204: it disappears from the list and every inbox at once, read or unread', async () => {
        const reader = await aPlayer(server);
        const other = await aPlayer(server, reader.project);
        const id = await anAnnouncement(server, reader.project);
        const kept = await anAnnouncement(server, reader.project);
        assert.equal((await markRead(server, reader, id)).status, 200);
        assert.deepEqual(await inbox(server, other), [kept, id]);

        const { status, text, headers } = await team(server, 'DELETE', `/announcements/${id}`);
        assert.deepEqual([status, text, headers.get('content-type')], [204, '', null]);
        assert.deepEqual(await inbox(server, reader), [kept]);
        assert.deepEqual(await inbox(server, other), [kept]);
        assert.deepEqual(await listed(server, `?projectId=${reader.project.id}`), [kept]);
        assert.equal((await markRead(server, reader, id)).status, 404);
        assert.equal((await identify(server, reader.project)).status, 200);
      });

      test('409: with ifNotBegun, one that has begun stays, also if it began while the request waited', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const startsAt = new Date(START + 60_000).toISOString();
        const [early, id] = [
          await anAnnouncement(server, player.project, { startsAt }),
          await anAnnouncement(server, player.project, { startsAt }),
        ];
        const undo = (one: string, value = 'true') =>
          team(server, 'DELETE', `/announcements/${one}?ifNotBegun=${value}`);
        server.clock.advance(59_999);
        assert.equal((await undo(early)).status, 204);
        const { transaction } = server.store;
        server.store.transaction = (work) => {
          server.store.transaction = transaction;
          server.clock.advance(1);
          return transaction(work);
        };
        for (let attempt = 1; attempt <= 2; attempt += 1) {
          assertProblem(await undo(id), 409, 'announcement-begun', `${PATH}/${id}`);
        }
        assert.deepEqual(await inbox(server, player), [id]);
        assert.equal((await undo(id, 'false')).status, 204);
        assert.deepEqual(await inbox(server, player), []);
      });

      test('404: a deleted announcement, and an id that does not exist', async () => {
        const project = await aProject(server);
        const gone = await anAnnouncement(server, project);
        const kept = await anAnnouncement(server, project);
        await team(server, 'DELETE', `/announcements/${gone}`);
        await assertAllNotFound(
          // An empty id is the list's address.
          [gone, ...strangeIds(kept)].filter((one) => one !== ''),
          (one) => `${PATH}/${one}`,
          (path) => server.call('DELETE', path, { token: server.teamKey }),
        );
        assert.deepEqual(await listed(server, `?projectId=${project.id}`), [kept]);
      });
    });
  },
);

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAnnouncementsOfPlayer } from '../../../../src/team/players/list-announcements-of-player.ts';
import { assertProblem } from '../../../helpers/assert-problem.ts';
import { aMember, anAnnouncement, aPlayer, aProject, markRead, poll, team } from '../../../helpers/builders.ts';
import { START, startServer } from '../../../helpers/harness.ts';
import { changed, UNKNOWN_PLAYER } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { assertAllNotFound, strangeIds } from '../../../helpers/strange-ids.ts';

const PATH = '/api/v1/team/players';
const DAY = 86_400_000;
const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

testTeamOperation(
  listAnnouncementsOfPlayer,
  {
    access: { role: 'viewer', elsewhere: 404 },
    request: async ({ server, project }) => {
      await anAnnouncement(server, project);
      return { params: { playerId: (await aPlayer(server, project)).id } };
    },
    statuses: {
      404: changed({ params: { playerId: UNKNOWN_PLAYER } }),
    },
    statements: {
      usual: 3,
      cases: {
        'without announcements': [
          1,
          async ({ server }) => ({ params: { playerId: (await aPlayer(server, await aProject(server))).id } }),
        ],
      },
    },
  },
  () => {
    test('200: what the inbox of the player has, in its language, with the time of reading', async (t) => {
      const server = await startServer(t);
      const project = await aProject(server);
      const player = await aPlayer(server, project, { context: { platform: 'ios', locale: 'de-DE' } });
      const first = await anAnnouncement(server, project, {
        title: 'News',
        texts: { de: { title: 'Neues', body: 'Neu.' } },
      });
      server.clock.advance(1000);
      const second = await anAnnouncement(server, project, { title: 'iOS', audience: { platforms: ['ios'] } });
      await anAnnouncement(server, project, { title: 'Others', audience: { platforms: ['android'] } });
      await anAnnouncement(server, project, { title: 'Later', startsAt: at(DAY) });
      server.clock.advance(1000);
      await markRead(server, player, first);
      const read = async () => (await team(server, 'GET', `/players/${player.id}/announcements`)).body.announcements;
      assert.deepEqual(await read(), [
        { id: second, title: 'iOS', shownSince: at(1000), readAt: null },
        { id: first, title: 'Neues', shownSince: at(0), readAt: at(2000) },
      ]);
      const inbox = (await poll(server, player)).body.messages;
      assert.deepEqual(
        inbox.map(({ id }: { id: string }) => id),
        [second, first],
      );
      // What is older than 90 days is in no inbox any more.
      server.clock.advance(90 * DAY);
      assert.deepEqual(
        (await read()).map(({ title }: { title: string }) => title),
        ['Later'],
      );
    });

    test('404: an unknown player, or one of a project that the caller may not enter', async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const member = await aMember(server, 'owner', { projectIds: [(await aProject(server)).id] });
      const at = `/players/${player.id}/announcements`;
      assertProblem(await member.call('GET', at), 404, 'not-found', `/api/v1/team${at}`);
      await assertAllNotFound(
        strangeIds(player.id),
        (id) => `${PATH}/${id}/announcements`,
        (path) => server.call('GET', path, { token: server.teamKey }),
      );
    });
  },
);

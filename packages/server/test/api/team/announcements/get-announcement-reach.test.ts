import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { countReach } from '../../../../src/team/announcements/count-reach.ts';
import { getAnnouncementReach } from '../../../../src/team/announcements/get-announcement-reach.ts';
import { anAnnouncement, aPlayer, aProject, identify, markRead, poll, team } from '../../../helpers/builders.ts';
import { START, startServer, type TestServer } from '../../../helpers/harness.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';
import { assertAllNotFound, strangeIds } from '../../../helpers/strange-ids.ts';

const PATH = '/api/v1/team/announcements';
const HOUR = 3_600_000;
const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();
const exactly = (players: number) => ({ players, precision: 'exact', margin: 0 });

async function reach(server: TestServer, id: string) {
  const { status, body, text } = await team(server, 'GET', `/announcements/${id}/reach`);
  assert.equal(status, 200, text);
  return body;
}

const runJob = ({ store, live, clock }: TestServer) =>
  countReach({ store, live, now: clock.now, stopping: () => false });

testTeamOperation(
  getAnnouncementReach,
  {
    access: { role: 'viewer', elsewhere: 404 },
    request: async ({ server, project }) => ({ params: { announcementId: await anAnnouncement(server, project) } }),
    statuses: {
      404: changed({ params: { announcementId: 'ann_a' } }),
    },
    statements: {
      usual: 3,
      cases: {
        'before it begins': [
          2,
          async ({ server, project }) => ({
            params: { announcementId: await anAnnouncement(server, project, { startsAt: '2999-01-01T00:00:00Z' }) },
          }),
        ],
      },
    },
  },
  () => {
    suite('GetAnnouncementReach', async () => {
      const server = await sharedServer();

      test('200: players of the audience who were seen since the start, and those who read it', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        const context = { platform: 'iOS' };
        const early = await aPlayer(server, project, { context });
        server.clock.advance(HOUR);
        const audience = { platforms: ['iOS'] };
        const id = await anAnnouncement(server, project, { audience, startsAt: at(2 * HOUR), endsAt: at(9 * HOUR) });
        assert.deepEqual(await reach(server, id), { reads: exactly(0), reached: null, isFinal: false });
        server.clock.advance(HOUR);
        assert.deepEqual(await reach(server, id), { reads: exactly(0), reached: exactly(0), isFinal: false });
        // Polls are not recorded.
        await poll(server, early);
        assert.deepEqual((await reach(server, id)).reached, exactly(0));
        const next = await aPlayer(server, project, { context });
        await aPlayer(server, project, { context: { platform: 'PC' } });
        assert.deepEqual((await reach(server, id)).reached, exactly(1));
        // Reading proves receipt.
        for (const player of [early, next]) assert.equal((await markRead(server, player, id)).status, 200);
        assert.deepEqual(await reach(server, id), { reads: exactly(2), reached: exactly(2), isFinal: false });
        assert.equal((await markRead(server, next, id)).status, 200);
        assert.deepEqual((await reach(server, id)).reads, exactly(2));
        await identify(server, project, { installationId: early.installationId });
        assert.deepEqual(await reach(server, id), { reads: exactly(2), reached: exactly(2), isFinal: false });
      });

      test('200: the job counts it once after the end, without earlier and later players', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        const id = await anAnnouncement(server, project, { startsAt: at(1), endsAt: at(HOUR) });
        await aPlayer(server, project);
        server.clock.advance(1);
        await aPlayer(server, project);
        await runJob(server);
        assert.equal((await reach(server, id)).isFinal, false);
        server.clock.advance(HOUR);
        await runJob(server);
        assert.deepEqual(await reach(server, id), { reads: exactly(0), reached: exactly(1), isFinal: true });
        await aPlayer(server, project);
        await runJob(server);
        assert.deepEqual(await reach(server, id), { reads: exactly(0), reached: exactly(1), isFinal: true });
      });

      test('200: of the others, if one count fails; its own when it no longer does', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        const player = await aPlayer(server, project);
        const ids = [
          await anAnnouncement(server, project, { audience: { players: [player.id] }, endsAt: at(HOUR) }),
          await anAnnouncement(server, project, { endsAt: at(HOUR) }),
          await anAnnouncement(server, project, { endsAt: at(2 * HOUR) }),
        ];
        server.clock.advance(3 * HOUR);
        const byIds = t.mock.method(server.store.audiencePlayers, 'byIds', async () => {
          throw new Error('too slow');
        });
        await assert.rejects(runJob(server), ({ errors }: AggregateError) => errors.length === 1);
        const final = async () => Promise.all(ids.map(async (id) => (await reach(server, id)).isFinal));
        byIds.mock.restore();
        assert.deepEqual(await final(), [false, true, true]);
        await runJob(server);
        assert.deepEqual(await final(), [true, true, true]);
      });

      test('200: null for one that ended a day before the job ran', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        const id = await anAnnouncement(server, project, { endsAt: at(HOUR) });
        await aPlayer(server, project);
        server.clock.advance(25 * HOUR);
        await runJob(server);
        assert.deepEqual(await reach(server, id), { reads: exactly(0), reached: null, isFinal: false });
      });

      test('404: an id that does not exist', async () => {
        const id = await anAnnouncement(server, await aProject(server));
        await assertAllNotFound(
          strangeIds(id).filter((one) => one !== ''),
          (one) => `${PATH}/${one}/reach`,
          (path) => server.call('GET', path, { token: server.teamKey }),
        );
      });
    });
  },
);

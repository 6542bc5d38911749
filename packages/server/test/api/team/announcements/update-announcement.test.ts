import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { updateAnnouncement } from '../../../../src/team/announcements/update-announcement.ts';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import {
  aMember,
  anAnnouncement,
  aPlayer,
  aProject,
  markRead,
  type Player,
  poll,
  team,
} from '../../../helpers/builders.ts';
import type { Reply } from '../../../helpers/call.ts';
import { START, startServer, type TestServer } from '../../../helpers/harness.ts';
import { aKnownIssue } from '../../../helpers/known-issues.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import type { Attempt, RequestParts, TeamGiven } from '../../../helpers/operation/facts.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';
import { assertAllNotFound, strangeIds } from '../../../helpers/strange-ids.ts';
import { refusedSamples } from '../../../helpers/text-fields.ts';

const PATH = '/api/v1/team/announcements';
const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
/** An announcement does not change in this time before its start. */
const LOCK = 10 * SECOND;

const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();
const TOMORROW = { startsAt: at(DAY) };

const update = (server: TestServer, id: string, fields: object) =>
  team(server, 'PATCH', `/announcements/${id}`, fields);

async function seen(server: TestServer, id: string): Promise<Reply['body']> {
  const { announcements } = (await team(server, 'GET', '/announcements')).body;
  return announcements.find((one: { id: string }) => one.id === id);
}

async function inbox(server: TestServer, player: Player, more = ''): Promise<Reply['body'][]> {
  const { status, body, text } = await poll(server, player, more);
  assert.equal(status, 200, text);
  return body.messages;
}

/** Moves the clock as if the next transaction's request waited for others. */
function waitBeforeTransaction({ store, clock }: TestServer, milliseconds: number): void {
  const { transaction } = store;
  store.transaction = (work) => {
    store.transaction = transaction;
    return transaction((tx) => {
      clock.advance(milliseconds);
      return work(tx);
    });
  };
}

async function toAnotherProject({ server, project }: TeamGiven): Promise<RequestParts> {
  const { id: projectId } = await aProject(server);
  return { params: { announcementId: await anAnnouncement(server, project, TOMORROW) }, body: { projectId } };
}

async function afterItsStart({ server, project, prepare, send }: Attempt<TeamGiven>): Promise<Reply> {
  const { params: _params, path: _path, ...request } = await prepare();
  return send({ ...request, path: `${PATH}/${await anAnnouncement(server, project)}` });
}

testTeamOperation(
  updateAnnouncement,
  {
    access: { role: 'admin', elsewhere: 404 },
    request: async ({ server, project }) => ({
      params: { announcementId: await anAnnouncement(server, project, TOMORROW) },
      body: { title: HIDDEN, body: HIDDEN },
    }),
    statuses: {
      400: changed({ body: { title: '' } }),
      404: changed({ params: { announcementId: 'ann_a' } }),
      409: afterItsStart,
    },
    statements: { usual: 6, cases: { 'to another project': [6, toAnotherProject] } },
    changeFeed: [settingsChange('announcements')],
  },
  () => {
    suite('UpdateAnnouncement', async () => {
      const server = await sharedServer();

      test('200: every field changes, and absent ones stay', async () => {
        const project = await aProject(server);
        const id = await anAnnouncement(server, project, { ...TOMORROW, endsAt: at(3 * DAY) });
        const before = await seen(server, id);
        const one = await update(server, id, { title: 'Server move' });
        assert.equal(one.status, 200, one.text);
        assert.deepEqual(one.body, { ...before, title: 'Server move', revision: one.body.revision });
        const fields = { title: 'Moved', body: 'Next week.', startsAt: at(2 * DAY), endsAt: null };
        const all = await update(server, id, fields);
        assert.deepEqual(all.body, { ...before, ...fields, revision: all.body.revision });
        assert.equal(new Set([before, one.body, all.body].map(({ revision }) => revision)).size, 3);
        assert.deepEqual(await seen(server, id), all.body);
      });

      test('200: texts, audience and time zone change and stay like other fields; null is everybody', async () => {
        const project = await aProject(server);
        const text = { title: 'Hallo', body: 'Heute.' };
        const given = { texts: { de: text }, audience: { platforms: ['iOS'] }, timeZone: 'Asia/Tokyo' };
        const id = await anAnnouncement(server, project, { ...TOMORROW, ...given });
        const before = await seen(server, id);
        const renamed = (await update(server, id, { title: 'New' })).body;
        assert.deepEqual(renamed, { ...before, title: 'New', revision: renamed.revision });
        const changes = { texts: { fr: text }, audience: { players: ['ada'] }, timeZone: 'UTC' };
        const changed = (await update(server, id, changes)).body;
        assert.deepEqual(changed, { ...renamed, ...changes, revision: changed.revision });
        const cleared = { texts: {}, audience: null, timeZone: null };
        const plain = (await update(server, id, cleared)).body;
        assert.deepEqual(plain, { ...changed, ...cleared, revision: plain.revision });
        assert.equal(new Set([before, renamed, changed, plain].map(({ revision }) => revision)).size, 4);
        assert.deepEqual(await seen(server, id), plain);
      });

      test('400: a known issue that does not belong to the new project', async () => {
        const [here, there] = [await aProject(server), await aProject(server)];
        const audience = { knownIssueId: await aKnownIssue(server, here) };
        const id = await anAnnouncement(server, here, { ...TOMORROW, audience });
        assertInvalid(await update(server, id, { projectId: there.id }), `${PATH}/${id}`, 'audience.knownIssueId');
        assert.equal((await update(server, id, { projectId: there.id, audience: null })).status, 200);
      });

      test('200: the audit log has the names of the fields, not their values', async () => {
        const project = await aProject(server);
        const id = await anAnnouncement(server, project, TOMORROW);
        const { revision } = await seen(server, id);
        await update(server, id, { endsAt: null, title: 'Secret', revision });
        const [entry] = (await team(server, 'GET', '/audit?action=UpdateAnnouncement')).body.entries;
        const { target, projectId, details } = entry;
        assert.deepEqual([target, projectId, details], [id, project.id, { changed: ['title', 'endsAt'] }]);
      });

      test('200: players see the changed announcement from its new start, once, as created then', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await anAnnouncement(server, player.project, TOMORROW);
        const changes = { title: 'Earlier', body: 'In an hour.', startsAt: at(HOUR) };
        assert.equal((await update(server, id, changes)).status, 200);
        server.clock.advance(HOUR - 1);
        const unchanged = (await poll(server, player)).headers.get('etag') ?? '';
        assert.deepEqual(await inbox(server, player), []);
        assert.equal((await markRead(server, player, id)).status, 404);
        server.clock.advance(1);
        const { title, body } = changes;
        const message = { id, type: 'announcement', ticketId: null, title, body, createdAt: at(HOUR), readAt: null };
        const { status, body: fresh } = await poll(server, player, '', { headers: { 'if-none-match': unchanged } });
        assert.deepEqual([status, fresh.messages], [200, [message]]);
        assert.deepEqual(await inbox(server, player, `&since=${at(HOUR)}`), [message]);
        assert.deepEqual(await inbox(server, player, `&since=${at(HOUR + 1)}`), []);
        assert.equal((await markRead(server, player, id)).status, 200);
      });

      test('200: a start of null or in the past is now, also for a poll that asks for what is new', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        const first = await anAnnouncement(server, project, { startsAt: at(200 * DAY) });
        const second = await anAnnouncement(server, project, { startsAt: at(200 * DAY) });
        // Longer than the inbox keeps messages.
        server.clock.advance(100 * DAY);
        const player = await aPlayer(server, project);
        assert.deepEqual(await inbox(server, player), []);
        assert.equal((await update(server, first, { startsAt: null })).body.startsAt, at(100 * DAY));
        assert.equal((await update(server, second, { startsAt: at(DAY) })).body.startsAt, at(100 * DAY));
        const third = await anAnnouncement(server, project, { startsAt: at(200 * DAY) });
        assert.equal((await update(server, third, { startsInSeconds: 60 })).body.startsAt, at(100 * DAY + 60_000));
        const shown = await inbox(server, player, `&since=${at(100 * DAY)}`);
        assert.deepEqual(
          shown.map(({ id, createdAt }) => [id, createdAt]),
          [
            [second, at(100 * DAY)],
            [first, at(100 * DAY)],
          ],
        );
      });

      test('200: in another project it is shown to players there, and to nobody else', async (t) => {
        const server = await startServer(t);
        const [here, there] = [await aPlayer(server), await aPlayer(server)];
        const id = await anAnnouncement(server, here.project, TOMORROW);
        for (const player of [here, there]) assert.deepEqual(await inbox(server, player), []);
        const moved = await update(server, id, { projectId: there.project.id, startsAt: null });
        assert.deepEqual([moved.status, moved.body.projectId], [200, there.project.id]);
        assert.deepEqual(await inbox(server, here), []);
        assert.deepEqual(
          (await inbox(server, there)).map((message) => message.id),
          [id],
        );
        assert.equal((await markRead(server, here, id)).status, 404);
      });

      test('400: a project that the caller may not enter', async () => {
        const [own, other] = [await aProject(server), await aProject(server)];
        const admin = await aMember(server, 'admin', { projectIds: [own.id] });
        const id = await anAnnouncement(server, own, TOMORROW);
        for (const projectId of [other.id, 'prj_unknown']) {
          const refused = await admin.call('PATCH', `/announcements/${id}`, { projectId });
          assertInvalid(refused, `${PATH}/${id}`, 'projectId');
        }
        assert.equal((await seen(server, id)).projectId, own.id);
      });

      for (const field of [
        { name: 'projectId', max: 100 },
        { name: 'title', min: 1, max: 120, notBlank: true },
        { name: 'body', min: 1, max: 10_000, notBlank: true },
        { name: 'revision', max: 100 },
      ] as const) {
        test(`400: an invalid ${field.name}`, async () => {
          const id = await anAnnouncement(server, await aProject(server), TOMORROW);
          for (const [, value] of refusedSamples(field)) {
            assertInvalid(await update(server, id, { [field.name]: value }), `${PATH}/${id}`, field.name);
          }
        });
      }

      const refused: readonly (readonly [what: string, fields: object, ...names: string[]])[] = [
        ['no date-time', { startsAt: 'tomorrow', endsAt: '2027-01-01' }, 'startsAt', 'endsAt'],
        ['an end that has come', { startsAt: null, endsAt: at(0) }, 'endsAt'],
        ['an end before the start that it has', { endsAt: at(HOUR) }, 'endsAt'],
        ['a start after the end that it has', { startsAt: at(4 * DAY) }, 'endsAt'],
        ['two fields at once', { projectId: 'prj_x', startsAt: at(4 * DAY) }, 'projectId', 'endsAt'],
      ];
      for (const [what, fields, ...names] of refused) {
        test(`400: ${what}; nothing changes`, async () => {
          const id = await anAnnouncement(server, await aProject(server), { ...TOMORROW, endsAt: at(3 * DAY) });
          const before = await seen(server, id);
          assertInvalid(await update(server, id, { title: 'New', ...fields }), `${PATH}/${id}`, ...names);
          assert.deepEqual(await seen(server, id), before);
        });
      }

      test('409: from ten seconds before its start, while it is shown, and after its end; nothing changes', async (t) => {
        const server = await startServer(t);
        const id = await anAnnouncement(server, await aProject(server), { startsAt: at(HOUR), endsAt: at(2 * HOUR) });
        server.clock.advance(HOUR - LOCK - 1);
        assert.equal((await update(server, id, { title: 'In time' })).status, 200);
        const before = await seen(server, id);
        for (const step of [1, LOCK, HOUR, DAY]) {
          server.clock.advance(step);
          const late = await update(server, id, { title: 'Late', startsAt: at(3 * DAY), endsAt: null });
          assertProblem(late, 409, 'announcement-begun', `${PATH}/${id}`);
          assert.deepEqual(await seen(server, id), before);
        }
        const page = await server.call('GET', '/problems/announcement-begun');
        assert.match(page.text, /Retract it, or delete it, and create a new one\./);
      });

      test('409: it came too close to its start while the request waited for its transaction', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const id = await anAnnouncement(server, player.project, { startsAt: at(HOUR) });
        server.clock.advance(HOUR - LOCK - SECOND);
        waitBeforeTransaction(server, SECOND);
        assertProblem(await update(server, id, { title: 'Late' }), 409, 'announcement-begun', `${PATH}/${id}`);
        server.clock.advance(LOCK);
        assert.equal((await inbox(server, player))[0]?.title, 'Maintenance');
      });

      test('409: another revision; of concurrent changes of one revision, one succeeds', async () => {
        const id = await anAnnouncement(server, await aProject(server), TOMORROW);
        const { revision } = await seen(server, id);
        const replies = await Promise.all(
          Array.from({ length: 8 }, (_, index) => update(server, id, { title: `Title ${index}`, revision })),
        );
        const [won = assert.fail(), ...others] = replies.filter(({ status }) => status === 200);
        assert.equal(others.length, 0);
        for (const reply of replies) {
          if (reply !== won) assertProblem(reply, 409, 'announcement-changed', `${PATH}/${id}`);
        }
        assert.deepEqual(await seen(server, id), won.body);
        const again = { title: 'Again', revision: won.body.revision };
        assert.equal((await update(server, id, again)).status, 200, 'the new revision');
        assert.equal((await update(server, id, { title: 'Without a revision' })).status, 200);
      });

      test('404: an id that does not exist, and a deleted announcement', async () => {
        const gone = await anAnnouncement(server, await aProject(server), TOMORROW);
        await team(server, 'DELETE', `/announcements/${gone}`);
        await assertAllNotFound(
          // An empty id is the list's address.
          [gone, ...strangeIds(gone)].filter((one) => one !== ''),
          (one) => `${PATH}/${one}`,
          (path) => server.call('PATCH', path, { token: server.teamKey, body: { title: 't' } }),
        );
      });
    });
  },
);

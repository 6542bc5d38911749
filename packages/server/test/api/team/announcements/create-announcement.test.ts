import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MAX_ANNOUNCEMENTS, MAX_ANNOUNCEMENTS_LENGTH, MAX_OPEN_ANNOUNCEMENTS } from '@player-support/contract/limits';
import { createAnnouncement } from '../../../../src/team/announcements/create-announcement.ts';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import {
  aMember,
  anAnnouncement,
  aPlayer,
  aProject,
  fromOwnPage,
  type Player,
  poll,
  team,
} from '../../../helpers/builders.ts';
import { START, startServer, type TestServer } from '../../../helpers/harness.ts';
import { aKnownIssue } from '../../../helpers/known-issues.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { changed, sameKeyFor } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';
import { anAnnouncementRow } from '../../../helpers/store-rows.ts';
import { ofLength, refusedSamples } from '../../../helpers/text-fields.ts';

const PATH = '/api/v1/team/announcements';

const HOUR = 3_600_000;

const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

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
  createAnnouncement,
  {
    access: { role: 'admin', elsewhere: 400 },
    request: ({ project }) => ({ body: { projectId: project.id, title: HIDDEN, body: HIDDEN } }),
    statuses: {
      400: changed({ body: { projectId: 'prj_a' } }),
      409: sameKeyFor({ title: 'Other' }),
    },
    statements: {
      usual: 5,
      cases: {
        'to those of a known issue': [
          6,
          async ({ server, project }) => {
            const knownIssueId = await aKnownIssue(server, project);
            return { body: { projectId: project.id, title: 't', body: 'b', audience: { knownIssueId } } };
          },
        ],
        'with a key': [
          7,
          async ({ project }) => ({
            body: { projectId: project.id, title: 't', body: 'b' },
            headers: { 'idempotency-key': 'k' },
          }),
        ],
      },
    },
    changeFeed: [settingsChange('announcements')],
  },
  () => {
    suite('CreateAnnouncement', async () => {
      const server = await sharedServer();

      test('201: the whole announcement; without times it begins now and has no end', async () => {
        const player = await aPlayer(server);
        const projectId = player.project.id;
        const given = { projectId, title: 'Maintenance', body: 'Tonight\nat ten.' };
        const { status, headers, body } = await team(server, 'POST', '/announcements', given);
        assert.equal(status, 201);
        assert.equal(headers.get('location'), `${PATH}/${body.id}`);
        const { id, revision, ...shown } = body;
        assert.match(revision, /^[\w-]{43}$/);
        assert.deepEqual(shown, {
          ...given,
          texts: {},
          audience: null,
          startsAt: null,
          endsAt: null,
          timeZone: null,
          createdAt: at(0),
          retractedAt: null,
        });
        assert.deepEqual((await poll(server, player)).body.messages, [
          {
            id,
            type: 'announcement',
            ticketId: null,
            title: given.title,
            body: given.body,
            createdAt: at(0),
            readAt: null,
          },
        ]);
      });

      test('201: texts by locale, the audience and the time zone are kept, in their usual form', async () => {
        const project = await aProject(server);
        const knownIssueId = await aKnownIssue(server, project);
        const text = { title: 'Hallo', body: 'Heute.' };
        const given = { projectId: project.id, title: 'Hello', body: 'Today.' };
        const audience = {
          platforms: [' iOS', 'iOS'],
          locales: ['de'],
          maxBuild: '2.4 ',
          players: ['ada'],
          knownIssueId,
        };
        const more = { texts: { pt: text, de: text }, audience, timeZone: 'europe/berlin' };
        const { status, body, text: answer } = await team(server, 'POST', '/announcements', { ...given, ...more });
        assert.equal(status, 201, answer);
        assert.deepEqual([body.texts, Object.keys(body.texts)], [{ de: text, pt: text }, ['de', 'pt']]);
        assert.deepEqual(body.audience, { ...audience, platforms: ['iOS'], maxBuild: '2.4' });
        assert.equal(body.timeZone, 'Europe/Berlin');
        assert.deepEqual((await team(server, 'GET', `/announcements?projectId=${project.id}`)).body.announcements, [
          body,
        ]);
      });

      test('400: the 101st announcement of a project that has not ended', async (t) => {
        const server = await startServer(t, { env: { RATE_LIMITS: 'off' } });
        const project = await aProject(server);
        const other = await aProject(server);
        const ending = await anAnnouncement(server, project, { endsAt: at(HOUR) });
        for (let count = 1; count < MAX_OPEN_ANNOUNCEMENTS; count++) await anAnnouncement(server, project);
        const one = { projectId: project.id, title: 't', body: 'b' };
        assertInvalid(await team(server, 'POST', '/announcements', one), PATH, 'projectId');
        const moved = await anAnnouncement(server, other, { startsAt: at(HOUR) });
        const path = `/announcements/${moved}`;
        assertInvalid(await team(server, 'PATCH', path, { projectId: project.id }), `/api/v1/team${path}`, 'projectId');
        assert.equal((await team(server, 'POST', `/announcements/${ending}/retract`)).status, 200);
        assert.equal((await team(server, 'PATCH', path, { projectId: project.id })).status, 200);
      });

      test('400: more announcements than a project can have, or with texts that are too long in total', async () => {
        const [full, long] = [await aProject(server), await aProject(server)];
        const ended = (projectId: string) => ({ ...anAnnouncementRow(projectId), ends_at: START });
        for (let count = 0; count < MAX_ANNOUNCEMENTS; count++) await server.store.announcements.insert(ended(full.id));
        const texts = JSON.stringify({ de: { title: 't', body: 'ü'.repeat(MAX_ANNOUNCEMENTS_LENGTH) } });
        await server.store.announcements.insert({ ...ended(long.id), texts });
        for (const { id: projectId } of [full, long]) {
          const one = { projectId, title: 't', body: 'b' };
          assertInvalid(await team(server, 'POST', '/announcements', one), PATH, 'projectId');
        }
      });

      test('200: a project with more texts than it can have now lists them, and they can get shorter', async () => {
        const { id: projectId } = await aProject(server);
        const texts = JSON.stringify({ de: { title: 't', body: 'ü'.repeat(MAX_ANNOUNCEMENTS_LENGTH) } });
        const row = { ...anAnnouncementRow(projectId, server.clock.now), starts_at: START + HOUR, texts };
        await server.store.announcements.insert(row);
        const path = `/announcements/${row.announcement_id}`;
        assert.deepEqual(await listed(server, `?projectId=${projectId}`), [row.announcement_id]);
        assertInvalid(
          await team(server, 'PATCH', path, { body: 'Longer than before' }),
          `/api/v1/team${path}`,
          'projectId',
        );
        assert.equal((await team(server, 'PATCH', path, { body: 'b' })).status, 200);
        assert.equal((await team(server, 'PATCH', path, { texts: {} })).status, 200);
        await anAnnouncement(server, { id: projectId, publicKey: '' });
      });

      test('201: repeated and simultaneous requests with one Idempotency-Key create one announcement', async () => {
        const player = await aPlayer(server);
        const [{ id: projectId }, other] = [player.project, await aProject(server)];
        const one = { projectId, title: 'Maintenance', body: 'Tonight.' };
        const create = (body: object = one, headers: object = { authorization: `Bearer ${server.teamKey}` }) =>
          server.call('POST', PATH, { body, headers: { ...headers, 'idempotency-key': 'once' } });
        const replies = await Promise.all([create(), create(), create(), create()]);
        const [first = assert.fail(), ...others] = [...replies, await create()];
        assert.equal(first.status, 201, first.text);
        for (const { status, text } of others) assert.deepEqual([status, text], [201, first.text]);
        assert.equal((await inbox(server, player)).length, 1);
        const { entries } = (await team(server, 'GET', '/audit?action=CreateAnnouncement')).body;
        const ofIt = entries.filter(({ target }: { target: string }) => target === first.body.id);
        assert.equal(ofIt.length, 1);

        assertProblem(await create({ ...one, title: 'Other' }), 409, 'idempotency-conflict', PATH);
        const admin = await aMember(server, 'admin', { projectIds: [projectId] });
        const theirs = await create(one, fromOwnPage(admin.cookie));
        assert.equal(theirs.status, 201, theirs.text);
        assert.notEqual(theirs.body.id, first.body.id);

        // A repeat returns it as it is now, or 409 in a project closed to the member.
        const later = { ...one, title: 'Later', startsAt: at(HOUR) };
        const key = { ...fromOwnPage(admin.cookie), 'idempotency-key': 'later' };
        const again = () => server.call('POST', PATH, { body: later, headers: key });
        const made = (await again()).body;
        const path = `/announcements/${made.id}`;
        assert.equal((await team(server, 'PATCH', path, { title: 'Even later' })).status, 200);
        assert.deepEqual([(await again()).body.id, (await again()).body.title], [made.id, 'Even later']);
        assert.equal((await team(server, 'PATCH', path, { projectId: other.id })).status, 200);
        assertProblem(await again(), 409, 'idempotency-conflict', PATH);
      });

      test('409: one Idempotency-Key for two projects at the same time', async () => {
        for (let round = 0; round < 5; round++) {
          const projects = [await aProject(server), await aProject(server)];
          const headers = { authorization: `Bearer ${server.teamKey}`, 'idempotency-key': `two-${round}` };
          const replies = await Promise.all(
            projects.map(({ id }) =>
              server.call('POST', PATH, { headers, body: { projectId: id, title: 't', body: 'b' } }),
            ),
          );
          assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409]);
        }
      });

      test('201: times are shown in UTC, and null means absent', async () => {
        const { id: projectId } = await aProject(server);
        const given = { projectId, title: 't', body: 'b' };
        const offset = { ...given, startsAt: '2026-01-01T14:30:00+02:00', endsAt: '2026-01-01T13:00:00.5-00:30' };
        const { body } = await team(server, 'POST', '/announcements', offset);
        assert.deepEqual([body.startsAt, body.endsAt], ['2026-01-01T12:30:00.000Z', '2026-01-01T13:30:00.500Z']);
        const none = await team(server, 'POST', '/announcements', { ...given, startsAt: null, endsAt: null });
        assert.deepEqual([none.status, none.body.startsAt, none.body.endsAt], [201, null, null]);
      });

      test('201: players see the creation time if the start is in the past', async () => {
        const player = await aPlayer(server);
        await anAnnouncement(server, player.project, { startsAt: at(-HOUR) });
        assert.equal((await poll(server, player)).body.messages[0].createdAt, at(0));
      });

      test('201: shown from startsAt until endsAt, only in its own project', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const other = await aPlayer(server);
        const id = await anAnnouncement(server, player.project, { startsAt: at(HOUR), endsAt: at(2 * HOUR) });
        const shown: boolean[] = [];
        for (const step of [0, HOUR - 1, 1, HOUR - 1, 1]) {
          server.clock.advance(step);
          shown.push((await inbox(server, player)).includes(id));
          assert.deepEqual(await inbox(server, other), []);
        }
        assert.deepEqual(shown, [false, false, true, true, false]);
      });

      test('201: in some seconds by the clock of the server, also for a request that is repeated later', async (t) => {
        const server = await startServer(t);
        const player = await aPlayer(server);
        const request = {
          projectId: player.project.id,
          title: 't',
          body: 'b',
          startsInSeconds: 60,
          startsAt: at(-HOUR),
        };
        const create = () =>
          server.call('POST', PATH, {
            token: server.teamKey,
            body: request,
            headers: { 'idempotency-key': 'once' },
          });
        const first = (await create()).body;
        assert.equal(first.startsAt, at(60_000));
        server.clock.advance(59_999);
        assert.deepEqual(await inbox(server, player), []);
        assert.deepEqual((await create()).body, first);
        server.clock.advance(1);
        assert.deepEqual(await inbox(server, player), [first.id]);
      });

      test('201: the longest texts, to a player who comes later', async () => {
        const project = await aProject(server);
        const texts = { title: ofLength(120, '😀'), body: ofLength(10_000, '😀') };
        await anAnnouncement(server, project, texts);
        const [message] = (await poll(server, await aPlayer(server, project))).body.messages;
        assert.deepEqual({ title: message.title, body: message.body }, texts);
      });

      for (const field of [
        { name: 'projectId', max: 100, required: true },
        { name: 'title', min: 1, max: 120, required: true, notBlank: true },
        { name: 'body', min: 1, max: 10_000, required: true, notBlank: true },
      ] as const) {
        test(`400: an invalid ${field.name}`, async () => {
          const { id: projectId } = await aProject(server);
          for (const [, value] of refusedSamples(field)) {
            const body = { projectId, title: 't', body: 'b', [field.name]: value };
            assertInvalid(await team(server, 'POST', '/announcements', body), PATH, field.name);
          }
        });
      }

      const refused: readonly (readonly [what: string, fields: object, ...names: string[]])[] = [
        ['an unknown project', { projectId: 'prj_unknown' }, 'projectId'],
        ['no date-time', { startsAt: 'tomorrow', endsAt: '2027-01-01' }, 'startsAt', 'endsAt'],
        ['a time without an offset', { startsAt: '2027-01-01T00:00:00' }, 'startsAt'],
        ['a day that does not exist', { startsAt: '2027-02-30T00:00:00Z' }, 'startsAt'],
        ['a number', { startsAt: START, endsAt: 0 }, 'startsAt', 'endsAt'],
        ['no time until the start', { startsInSeconds: 0 }, 'startsInSeconds'],
        ['an end that comes before', { startsInSeconds: 60, endsAt: at(60_000) }, 'endsAt'],
        ['an end that has come', { endsAt: at(0) }, 'endsAt'],
        ['an end before the start', { startsAt: at(2 * HOUR), endsAt: at(HOUR) }, 'endsAt'],
        ['an end at the start', { startsAt: at(HOUR), endsAt: at(HOUR) }, 'endsAt'],
        ['an unknown project and an end that has come', { projectId: 'prj_x', endsAt: at(-1) }, 'projectId', 'endsAt'],
        ['a locale that no player has', { texts: { jp: { title: 't', body: 'b' } } }, 'texts.jp'],
        ['a text without a title', { texts: { de: { body: 'b' } } }, 'texts.de.title'],
        ['an empty text', { texts: { de: { title: ' ', body: '' } } }, 'texts.de.title', 'texts.de.body'],
        ['an audience that is empty', { audience: { players: [] } }, 'audience.players'],
        ['no build', { audience: { minBuild: 'new' } }, 'audience.minBuild'],
        ['an unknown known issue', { audience: { knownIssueId: 'kni_x' } }, 'audience.knownIssueId'],
        ['an offset instead of a time zone', { timeZone: '+01:00' }, 'timeZone'],
        ['an unknown time zone', { timeZone: 'Europe/Atlantis' }, 'timeZone'],
        ['everything at once', { title: '', body: 1, endsAt: 'x' }, 'title', 'body', 'endsAt'],
      ];
      for (const [what, fields, ...names] of refused) {
        test(`400: ${what}`, async () => {
          const { id: projectId } = await aProject(server);
          const body = { projectId, title: 't', body: 'b', ...fields };
          assertInvalid(await team(server, 'POST', '/announcements', body), PATH, ...names);
          assert.deepEqual(await listed(server, `?projectId=${projectId}`), []);
        });
      }
    });
  },
);

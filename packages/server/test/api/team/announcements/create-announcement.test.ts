import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createAnnouncement } from '../../../../src/team/announcements/create-announcement.ts';
import { assertInvalid } from '../../../helpers/assert-problem.ts';
import { anAnnouncement, aPlayer, aProject, type Player, poll, team } from '../../../helpers/builders.ts';
import { START, startServer, type TestServer } from '../../../helpers/harness.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import {
  asViewer,
  changed,
  tooOftenWithoutCredentials,
  valid,
  withoutCredentials,
} from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';
import { ofLength, refusedSamples } from '../../../helpers/text-fields.ts';

const PATH = '/api/v1/team/announcements';

const HOUR = 3_600_000;

const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

/** The ids of the messages in a player's inbox. */
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
      201: valid,
      400: changed({ body: { projectId: 'prj_a' } }),
      401: withoutCredentials,
      403: asViewer,
      429: tooOftenWithoutCredentials,
    },
    statements: { usual: 3 },
    audited: true,
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
        assert.deepEqual(shown, { ...given, startsAt: null, endsAt: null, createdAt: at(0) });
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
        ['an end that has come', { endsAt: at(0) }, 'endsAt'],
        ['an end before the start', { startsAt: at(2 * HOUR), endsAt: at(HOUR) }, 'endsAt'],
        ['an end at the start', { startsAt: at(HOUR), endsAt: at(HOUR) }, 'endsAt'],
        ['an unknown project and an end that has come', { projectId: 'prj_x', endsAt: at(-1) }, 'projectId', 'endsAt'],
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

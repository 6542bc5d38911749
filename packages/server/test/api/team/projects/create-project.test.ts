import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createProject } from '../../../../src/team/projects/create-project.ts';
import { assertInvalid } from '../../../helpers/assert-problem.ts';
import { aProject, identify, team } from '../../../helpers/builders.ts';
import { START } from '../../../helpers/harness.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';
import { queryRows } from '../../../helpers/stored-rows.ts';
import { ofLength, refusedSamples } from '../../../helpers/text-fields.ts';

const PATH = '/api/v1/team/projects';

const NAME = { name: 'name', min: 1, max: 100, notBlank: true } as const;

const TYPES = ['bug', 'payment', 'account', 'gameplay', 'feedback', 'report_player', 'appeal', 'other'];

const DEFAULT_LIMITS = {
  newPlayersPerAddress: 300,
  newPlayersPerProject: 6000,
  newPlayerTicketsPerAddress: 60,
  newPlayerTicketsPerProject: 3000,
};

testTeamOperation(
  createProject,
  {
    access: { role: 'admin', elsewhere: 'all projects' },
    request: () => ({ body: { name: HIDDEN } }),
    statuses: {
      400: changed({ body: { name: '' } }),
    },
    statements: { usual: 2 },
    changeFeed: [settingsChange('projects')],
  },
  () => {
    suite('CreateProject', async () => {
      const server = await sharedServer();

      test('201: the whole project, active, with the default settings', async () => {
        const { status, headers, body } = await team(server, 'POST', '/projects', { name: 'Space Cats' });
        assert.equal(status, 201);
        assert.equal(headers.get('location'), `${PATH}/${body.id}`);
        const { id, publicKey, ticketTypes, ...rest } = body;
        assert.match(id, /^prj_/);
        assert.match(publicKey, /^.{1,80}$/);
        assert.deepEqual(
          ticketTypes.map(({ type }: { type: string }) => type),
          TYPES,
        );
        for (const entry of ticketTypes) {
          assert.deepEqual(Object.keys(entry), ['type', 'label', 'labels']);
          for (const text of [entry.label, entry.labels.de]) assert.match(text, /\S/);
        }
        // Nodes of the last release refuse types with labels.
        const sql = `SELECT ticket_types FROM project WHERE project_id = '${id}'`;
        const [stored] = await queryRows(server.databaseUrl, sql);
        assert.doesNotMatch(String(stored?.ticket_types), /labels/);
        assert.deepEqual(rest, {
          name: 'Space Cats',
          status: 'active',
          autoCloseDays: 7,
          limits: DEFAULT_LIMITS,
          responseTargets: { urgent: 60, high: 240, normal: 1440, low: 4320 },
          stormMode: 'automatic',
          holdingSince: null,
          playerData: false,
          createdAt: new Date(START).toISOString(),
        });
      });

      test('201: two projects can have the same name', async () => {
        const [one, other] = await Promise.all([aProject(server, 'Twin'), aProject(server, 'Twin')]);
        assert.notEqual(one.id, other.id);
        assert.notEqual(one.publicKey, other.publicKey);
      });

      test('201: the shortest and the longest name, unchanged', async () => {
        for (const name of ['x', ' x ', ofLength(100), ofLength(100, '😀')]) {
          const { status, body } = await team(server, 'POST', '/projects', { name });
          assert.deepEqual([status, body.name], [201, name]);
        }
      });

      test('201: players can be identified at once', async () => {
        assert.equal((await identify(server, await aProject(server))).status, 200);
      });

      for (const [what, name] of refusedSamples({ ...NAME, required: true })) {
        test(`400: ${what} as its name`, async () => {
          assertInvalid(await team(server, 'POST', '/projects', { name }), PATH, 'name');
        });
      }

      test('400: a body that is not a JSON object', async () => {
        for (const raw of ['[]', '"x"', 'null', '{', '']) {
          assertInvalid(await server.call('POST', PATH, { token: server.teamKey, raw }), PATH, '$');
        }
      });
    });
  },
);

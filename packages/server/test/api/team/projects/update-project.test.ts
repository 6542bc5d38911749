import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { updateProject as operation } from '../../../../src/team/projects/update-project.ts';
import { assertInvalid, assertProblem } from '../../../helpers/assert-problem.ts';
import { aMember, aPlayer, aProject, identify, poll, team, updateProject } from '../../../helpers/builders.ts';
import type { Reply } from '../../../helpers/call.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';
import { assertAllNotFound, strangeIds } from '../../../helpers/strange-ids.ts';
import { ofLength, refusedSamples } from '../../../helpers/text-fields.ts';

const PATH = '/api/v1/team/projects';

const NAME = { name: 'name', min: 1, max: 100, notBlank: true } as const;

const DEFAULT_LIMITS = {
  newPlayersPerAddress: 300,
  newPlayersPerProject: 6000,
  newPlayerTicketsPerAddress: 60,
  newPlayerTicketsPerProject: 3000,
};

const DEFAULT_TARGETS = { urgent: 60, high: 240, normal: 1440, low: 4320 };

const names = ({ body }: Reply): string[] => body.projects.map(({ name }: { name: string }) => name);

testTeamOperation(
  operation,
  {
    access: { role: 'admin', elsewhere: 404 },
    request: ({ project }) => ({
      params: { projectId: project.id },
      body: { name: HIDDEN, ticketTypes: [{ type: 'bug', label: HIDDEN, labels: { de: HIDDEN } }] },
    }),
    statuses: {
      400: changed({ body: { status: 'gone' } }),
      404: changed({ params: { projectId: 'prj_a' } }),
    },
    statements: { usual: 2 },
    changeFeed: [settingsChange('projects')],
  },
  () => {
    suite('UpdateProject', async () => {
      const server = await sharedServer();

      test('200: the given fields change, and all others stay', async () => {
        const project = await aProject(server);
        const before = (await team(server, 'GET', `/projects/${project.id}`)).body;
        const ticketTypes = [{ type: 'lag', label: 'Lag' }];
        let expected = before;
        for (const change of [
          { name: 'New name' },
          { status: 'disabled' },
          { autoCloseDays: 0.0001 },
          { autoCloseDays: 3650 },
          { ticketTypes },
          { ticketTypes: [] },
          { name: 'Both', status: 'active' },
          {},
        ]) {
          expected = { ...expected, ...change };
          const { status, body } = await updateProject(server, project, change);
          assert.deepEqual([status, body], [200, expected]);
          assert.deepEqual((await team(server, 'GET', `/projects/${project.id}`)).body, expected);
        }
      });

      test('200: a type has labels by language; a default type has those of the server until it is changed', async () => {
        const project = await aProject(server);
        const labels = { de: 'Fehler', en: 'Bug', 'pt-PT': 'Erro' };
        for (const [sent, shown] of [
          [{ type: 'bug', label: 'Bug', labels }, labels],
          // Clients without labels, and projects of earlier releases.
          [{ type: 'bug', label: 'Bug' }, { de: 'Fehler' }],
          [{ type: 'bug', label: 'Crash' }, undefined],
          [{ type: 'crash', label: 'Bug' }, undefined],
          [{ type: 'bug', label: 'Bug', labels: {} }, {}],
        ] as const) {
          const { status, body } = await updateProject(server, project, { ticketTypes: [sent] });
          const { type, label } = sent;
          const expected = [{ type, label, ...(shown === undefined ? {} : { labels: shown }) }];
          assert.deepEqual([status, body.ticketTypes], [200, expected]);
          assert.deepEqual((await team(server, 'GET', `/projects/${project.id}`)).body.ticketTypes, expected);
        }
      });

      test('400: fields that only the server sets', async () => {
        const project = await aProject(server);
        const before = (await team(server, 'GET', `/projects/${project.id}`)).body;
        const change = { id: 'prj_other', publicKey: 'mine', createdAt: '2000-01-01T00:00:00.000Z', unknown: true };
        const reply = await updateProject(server, project, { name: 'New name', ...change });
        assertInvalid(reply, `/api/v1/team/projects/${project.id}`, ...Object.keys(change));
        assert.deepEqual((await team(server, 'GET', `/projects/${project.id}`)).body, before);
      });

      test('200: a disabled project refuses its players at once; when it is active again, their tokens work again', async () => {
        const player = await aPlayer(server);
        assert.equal((await poll(server, player)).status, 200);
        await updateProject(server, player.project, { status: 'disabled' });
        assert.equal((await poll(server, player)).status, 401);
        const refused = await identify(server, player.project);
        assert.deepEqual([refused.status, refused.body.error.code], [404, 'project_disabled']);
        await updateProject(server, player.project, { status: 'active' });
        assert.equal((await poll(server, player)).status, 200);
        assert.equal((await identify(server, player.project)).status, 200);
      });

      test('200: each limit can be changed alone, from 0 to a million', async () => {
        const project = await aProject(server);
        let limits: Record<string, number> = DEFAULT_LIMITS;
        for (const name of Object.keys(DEFAULT_LIMITS)) {
          for (const value of [0, 1_000_000, 7]) {
            limits = { ...limits, [name]: value };
            const { status, body } = await updateProject(server, project, { limits: { [name]: value } });
            assert.deepEqual([status, body.limits], [200, limits]);
          }
        }
        assert.deepEqual((await updateProject(server, project, { limits: {} })).body.limits, limits);
        assert.deepEqual((await updateProject(server, project, { name: 'Renamed' })).body.limits, limits);
        assert.deepEqual(
          (await updateProject(server, project, { limits: DEFAULT_LIMITS })).body.limits,
          DEFAULT_LIMITS,
        );
      });

      test('200: each response target can be changed alone, from a minute to 30 days', async () => {
        const project = await aProject(server);
        let targets: Record<string, number> = DEFAULT_TARGETS;
        for (const name of Object.keys(DEFAULT_TARGETS)) {
          for (const value of [1, 43_200, 7]) {
            targets = { ...targets, [name]: value };
            const { status, body } = await updateProject(server, project, { responseTargets: { [name]: value } });
            assert.deepEqual([status, body.responseTargets], [200, targets]);
          }
        }
        assert.deepEqual((await updateProject(server, project, { responseTargets: {} })).body.responseTargets, targets);
        assert.deepEqual((await team(server, 'GET', `/projects/${project.id}`)).body.responseTargets, targets);
      });

      test('200: concurrent changes of different limits all count', async () => {
        const project = await aProject(server);
        await Promise.all(
          Object.keys(DEFAULT_LIMITS).map((name) => updateProject(server, project, { limits: { [name]: 5 } })),
        );
        const { limits } = (await team(server, 'GET', `/projects/${project.id}`)).body;
        assert.deepEqual(Object.values(limits), [5, 5, 5, 5]);
      });

      test('403 and 404: only an admin of the project can change limits', async () => {
        const project = await aProject(server);
        const path = `${PATH}/${project.id}`;
        const agent = await aMember(server, 'agent');
        assertProblem(
          await agent.call('PATCH', `/projects/${project.id}`, { limits: { newPlayersPerAddress: 0 } }),
          403,
          'forbidden',
          path,
        );
        const elsewhere = await aMember(server, 'admin', { projectIds: [(await aProject(server)).id] });
        assertProblem(
          await elsewhere.call('PATCH', `/projects/${project.id}`, { limits: { newPlayersPerAddress: 0 } }),
          404,
          'not-found',
          path,
        );
        assert.deepEqual((await team(server, 'GET', `/projects/${project.id}`)).body.limits, DEFAULT_LIMITS);
      });

      const type = { type: 'bug', label: 'Bug' };
      const refused: readonly (readonly [what: string, body: unknown, ...fields: string[]])[] = [
        [
          'a null for each',
          { name: null, status: null, autoCloseDays: null, ticketTypes: null },
          'name',
          'status',
          'autoCloseDays',
          'ticketTypes',
        ],
        ['an unknown status', { status: 'paused' }, 'status'],
        ['no day', { autoCloseDays: 0 }, 'autoCloseDays'],
        ['a negative time', { autoCloseDays: -1 }, 'autoCloseDays'],
        ['more than ten years', { autoCloseDays: 3650.1 }, 'autoCloseDays'],
        ['a number as text', { autoCloseDays: '7' }, 'autoCloseDays'],
        ['a type without a label', { ticketTypes: [type, { type: 'x' }] }, 'ticketTypes.1.label'],
        ['a type of 31 characters', { ticketTypes: [{ type: ofLength(31), label: 'x' }] }, 'ticketTypes.0.type'],
        ['a blank label', { ticketTypes: [{ type: 'x', label: ' ' }] }, 'ticketTypes.0.label'],
        ['a label of 81 characters', { ticketTypes: [{ type: 'x', label: ofLength(81) }] }, 'ticketTypes.0.label'],
        ['a blank label in German', { ticketTypes: [{ ...type, labels: { de: ' ' } }] }, 'ticketTypes.0.labels.de'],
        [
          'a label of 81 characters in German',
          { ticketTypes: [type, { ...type, labels: { de: ofLength(81) } }] },
          'ticketTypes.1.labels.de',
        ],
        ['a label in no language', { ticketTypes: [{ ...type, labels: { xx: 'x' } }] }, 'ticketTypes.0.labels.xx'],
        ['labels that are null', { ticketTypes: [{ ...type, labels: null }] }, 'ticketTypes.0.labels'],
        ['101 types', { ticketTypes: new Array(101).fill(type) }, 'ticketTypes'],
        ['limits that are a number', { limits: 5 }, 'limits'],
        ['limits that are null', { limits: null }, 'limits'],
        ...Object.keys(DEFAULT_LIMITS).flatMap((name) =>
          [-1, 1_000_001, 0.5, '5', null].map(
            (value) =>
              [`${JSON.stringify(value)} as ${name}`, { limits: { [name]: value } }, `limits.${name}`] as const,
          ),
        ),
        ['targets that are a list', { responseTargets: [1] }, 'responseTargets'],
        ['an unknown priority', { responseTargets: { mild: 5 } }, 'responseTargets.mild'],
        ...Object.keys(DEFAULT_TARGETS).flatMap((name) =>
          [0, 43_201, 0.5, '5', null].map(
            (value) =>
              [
                `${JSON.stringify(value)} as the target for ${name}`,
                { responseTargets: { [name]: value } },
                `responseTargets.${name}`,
              ] as const,
          ),
        ),
        ['several at once', { name: '', status: 'x', autoCloseDays: 0 }, 'name', 'status', 'autoCloseDays'],
        ['no object', [], '$'],
      ];
      for (const [what, body, ...fields] of refused) {
        test(`400: ${what}`, async () => {
          const project = await aProject(server);
          const path = `${PATH}/${project.id}`;
          const before = (await team(server, 'GET', `/projects/${project.id}`)).body;
          const reply = await server.call('PATCH', path, { token: server.teamKey, body });
          assertInvalid(reply, path, ...fields);
          assert.deepEqual((await team(server, 'GET', `/projects/${project.id}`)).body, before);
        });
      }

      for (const [what, name] of refusedSamples(NAME)) {
        test(`400: ${what} as its name`, async () => {
          const project = await aProject(server);
          assertInvalid(await updateProject(server, project, { name }), `${PATH}/${project.id}`, 'name');
        });
      }

      test('404: an id that does not exist', async () => {
        const { id } = await aProject(server, 'Untouched');
        await assertAllNotFound(
          strangeIds(id).filter((one) => one !== ''),
          (one) => `${PATH}/${one}`,
          (path) => server.call('PATCH', path, { token: server.teamKey, body: { name: 'Changed' } }),
        );
        assert.equal(names(await team(server, 'GET', '/projects')).includes('Changed'), false);
      });
    });
  },
);

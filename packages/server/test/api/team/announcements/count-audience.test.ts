import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MAX_COUNTED_PLAYERS } from '@player-support/contract/limits';
import { countAudience } from '../../../../src/team/announcements/count-audience.ts';
import { assertInvalid } from '../../../helpers/assert-problem.ts';
import { aPlayer, aProject, aTicket, identify, type Project, team } from '../../../helpers/builders.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { linked, setUpIdentity } from '../../../helpers/identity.ts';
import { aKnownIssue, aLinkedTicket, aPublicIssue, link, subscribe } from '../../../helpers/known-issues.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { sharedServer } from '../../../helpers/shared-server.ts';
import { queryRows } from '../../../helpers/stored-rows.ts';

const PATH = '/api/v1/team/announcements/count-audience';
const DAY = 86_400_000;

const count = (server: TestServer, project: Project, audience?: object | null) =>
  team(server, 'POST', '/announcements/count-audience', { projectId: project.id, audience });

async function exact(server: TestServer, project: Project, audience?: object | null): Promise<number> {
  const { status, body, text } = await count(server, project, audience);
  assert.equal(status, 200, text);
  const { players, ...rest } = body;
  assert.deepEqual(rest, { precision: 'exact', margin: 0, activeDays: 30 });
  return players;
}

testTeamOperation(
  countAudience,
  {
    access: { role: 'admin', elsewhere: 400 },
    request: ({ project }) => ({ body: { projectId: project.id, audience: { platforms: [HIDDEN] } } }),
    statuses: {
      400: changed({ body: { projectId: 'prj_a' } }),
    },
    statements: {
      usual: 2,
      cases: {
        'with a known issue': [
          5,
          async ({ server, project }) => ({
            body: { projectId: project.id, audience: { knownIssueId: await aKnownIssue(server, project) } },
          }),
        ],
        'with a list of players': [
          3,
          ({ project }) => ({ body: { projectId: project.id, audience: { players: ['a'] } } }),
        ],
      },
    },
  },
  () => {
    suite('CountAudience', async () => {
      const server = await sharedServer({ env: { RATE_LIMITS: 'off' } });

      test('200: the players of the project who meet all that is given', async () => {
        const project = await aProject(server);
        const other = await aProject(server);
        await aPlayer(server, other, { context: { platform: 'iOS' } });
        const contexts = [
          { platform: 'iOS', locale: 'de-AT', appVersion: '2.4.0' },
          { platform: 'ios ', locale: 'de', appVersion: '2.4.1-rc1' },
          { platform: 'Android', locale: 'pt_BR', appVersion: '2.5' },
          { platform: 'Android', locale: 'en-US', buildNumber: '900' },
          undefined,
        ];
        for (const context of contexts) await aPlayer(server, project, context === undefined ? {} : { context });
        const numbers: [object | null | undefined, number][] = [
          [undefined, 5],
          [null, 5],
          [{ platforms: ['IOS'] }, 2],
          [{ platforms: ['android', 'iOS'] }, 4],
          [{ locales: ['de'] }, 2],
          [{ locales: ['de-AT'] }, 1],
          [{ locales: ['pt', 'en'] }, 2],
          [{ minBuild: '2.4.1' }, 1],
          [{ maxBuild: '2.4.1' }, 2],
          [{ minBuild: '2.4', maxBuild: '2.4.0' }, 1],
          [{ minBuild: '900' }, 1],
          [{ platforms: ['iOS'], locales: ['de'], minBuild: '2.4.1-rc1' }, 1],
        ];
        for (const [audience, players] of numbers) {
          assert.equal(await exact(server, project, audience), players, JSON.stringify(audience));
        }
      });

      test('200: a list of player ids and user ids counts each player once, and none of another project', async () => {
        const project = await aProject(server);
        const ada = await aPlayer(server, project, { userId: 'ada' });
        await aPlayer(server, project, { userId: 'ada', context: { platform: 'iOS' } });
        const plain = await aPlayer(server, project);
        const foreign = await aPlayer(server, undefined, { userId: 'ada' });
        const players = [ada.id, 'ada', plain.id, foreign.id, 'nobody'];
        assert.equal(await exact(server, project, { players }), 3);
        assert.equal(await exact(server, project, { players, platforms: ['iOS'] }), 1);
      });

      test('200: an account counts, and its installations do not', async () => {
        const project = await aProject(server);
        await setUpIdentity(server, project);
        const device = await aPlayer(server, project);
        const { id } = await linked(server, device, 'account', server.clock.now);
        assert.equal(await exact(server, project, null), 1);
        assert.equal(await exact(server, project, { players: [id, device.id] }), 1);
      });

      test('200: players with a linked ticket, each once', async () => {
        const project = await aProject(server);
        const { issueId, player } = await aLinkedTicket(server, project, { userId: 'eve' });
        await link(
          server,
          issueId,
          await aTicket(server, player),
          await aTicket(server, await aPlayer(server, project)),
        );
        await aTicket(server, await aPlayer(server, project));
        assert.equal(await exact(server, project, { knownIssueId: issueId }), 2);
        assert.equal(await exact(server, project, { knownIssueId: issueId, players: ['eve'] }), 1);
      });

      test('200: who has a known issue too, once, with a ticket or without', async () => {
        const project = await aProject(server);
        const issueId = await aPublicIssue(server, project);
        const [one, other] = [await aPlayer(server, project), await aPlayer(server, project, { userId: 'eve' })];
        await link(server, issueId, await aTicket(server, one));
        for (const player of [one, other]) assert.equal((await subscribe(server, player, issueId)).status, 204);
        await aPlayer(server, project);
        assert.equal(await exact(server, project, { knownIssueId: issueId }), 2);
        assert.equal(await exact(server, project, { knownIssueId: issueId, players: ['eve'] }), 1);
      });

      test('200: who was not seen for 30 days is not counted, and is again after an identify', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        const player = await aPlayer(server, project);
        server.clock.advance(30 * DAY);
        assert.equal(await exact(server, project), 1);
        server.clock.advance(1);
        assert.equal(await exact(server, project), 0);
        await identify(server, project, { installationId: player.installationId });
        assert.equal(await exact(server, project), 1);
      });

      test('200: with more players than it reads, an estimate from a sample that is close to the truth', async (t) => {
        const server = await startServer(t);
        const project = await aProject(server);
        await aPlayer(server, project, { context: { platform: 'iOS' } });
        const all = 3 * MAX_COUNTED_PLAYERS;
        await copyPlayers(server, all);
        const { body } = await count(server, project, { platforms: ['iOS'] });
        assert.equal(body.precision, 'estimate');
        assert.ok(body.margin > 0 && body.margin < all * 0.04, `${body.margin}`);
        assert.ok(Math.abs(body.players - all) < 2 * body.margin, `${body.players} of ${all}`);
        const none = (await count(server, project, { platforms: ['Switch'] })).body;
        assert.deepEqual([none.players, none.precision], [0, 'estimate']);
        assert.ok(none.margin > 0 && none.margin < all * 0.001, `${none.margin}`);
      });

      const refused: readonly (readonly [what: string, audience: object, ...names: string[]])[] = [
        [
          'empty lists',
          { platforms: [], locales: [], players: [] },
          'audience.platforms',
          'audience.locales',
          'audience.players',
        ],
        ['a locale that no player has', { locales: ['jp'] }, 'audience.locales.0'],
        ['21 platforms', { platforms: Array(21).fill('x') }, 'audience.platforms'],
        ['1,001 players', { players: Array(1001).fill('x') }, 'audience.players'],
        ['no builds', { minBuild: 'latest', maxBuild: '2..4' }, 'audience.minBuild', 'audience.maxBuild'],
        ['builds in the wrong order', { minBuild: '2.10', maxBuild: '2.9' }, 'audience.maxBuild'],
        ['a whole number and a version', { minBuild: '2400', maxBuild: '2.9' }, 'audience.maxBuild'],
        ['a version and a whole number', { minBuild: '2.0', maxBuild: '2403' }, 'audience.maxBuild'],
        ['nothing', {}, 'audience'],
        ['an unknown issue', { knownIssueId: 'kni_x' }, 'audience.knownIssueId'],
        ['an unknown field', { country: 'DE' }, 'audience.country'],
      ];
      for (const [what, audience, ...names] of refused) {
        test(`400: ${what}`, async () => {
          assertInvalid(await count(server, await aProject(server), audience), PATH, ...names);
        });
      }

      test('400: a known issue of another project', async () => {
        const knownIssueId = await aKnownIssue(server, await aProject(server));
        assertInvalid(await count(server, await aProject(server), { knownIssueId }), PATH, 'audience.knownIssueId');
      });
    });
  },
);

/** Copies the only player, with ids spread like hashes. */
async function copyPlayers({ databaseUrl }: TestServer, total: number): Promise<void> {
  const columns = 'project_id, token_hash, token_expires_at, context, blocked, open_tickets, created_at, last_seen_at';
  const ids = Array.from({ length: total - 1 }, (_, at) => {
    const part = ((at * 2_654_435_761) >>> 2).toString(32).padStart(6, '0');
    return `ply_${part}${at.toString(32).padStart(19, '0')}0`;
  });
  const rows = databaseUrl.startsWith('postgres')
    ? `(SELECT jsonb_array_elements_text('${JSON.stringify(ids)}'::jsonb) AS value) AS id`
    : `(SELECT value FROM json_each('${JSON.stringify(ids)}')) AS id`;
  await queryRows(
    databaseUrl,
    `INSERT INTO player (player_id, ${columns}) SELECT id.value, ${columns} FROM player, ${rows}`,
  );
}

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, test } from 'node:test';
import { DAY, MINUTE } from '../../../src/domain/time.ts';
import { identifyPlayer as operation } from '../../../src/player/identify-player.ts';
import { assertUnauthorized } from '../../helpers/assert-problem.ts';
import { aPlayer, aProject, block, identify, listTickets, type Player, seenPlayer } from '../../helpers/builders.ts';
import { allStored } from '../../helpers/databases.ts';
import { START, startServer, type TestServer } from '../../helpers/harness.ts';
import type { PlayerGiven, RequestParts } from '../../helpers/operation/facts.ts';
import { changed } from '../../helpers/operation/scenarios.ts';
import { testPlayerOperation } from '../../helpers/operation/test-operation.ts';
import { sharedServer } from '../../helpers/shared-server.ts';
import {
  acceptedSamples,
  fieldOf,
  INSTALLATION_ID,
  NO_CONTEXT,
  RECORDED_FIELDS,
  withField,
} from '../../helpers/text-fields.ts';

function ofNewInstallation({ player }: PlayerGiven): RequestParts {
  const installationId = `new-${player.installationId}`;
  return { body: { projectPublicKey: player.project.publicKey, installationId } };
}

await testPlayerOperation(
  operation,
  {
    request: ({ player }) => ({
      body: { projectPublicKey: player.project.publicKey, installationId: player.installationId },
    }),
    statuses: {
      400: changed({ body: { installationId: 1 } }),
      404: changed({ body: { projectPublicKey: 'unknown' } }),
    },
    changeFeed: [],
    statements: {
      usual: { sqlite: 2, postgres: 1 },
      cases: { 'of a new installation': [2, ofNewInstallation] },
    },
  },
  async () => {
    const server = await sharedServer();

    const project = await aProject(server);

    /** Identifies one installation several times. */
    async function seenAfter(...fields: object[]) {
      const player = await aPlayer(server, project, fields[0]);
      for (const each of fields.slice(1)) {
        const { status, text } = await identify(server, project, { installationId: player.installationId, ...each });
        assert.equal(status, 200, text);
      }
      return seenPlayer(server, player.id);
    }

    async function listsWith(on: TestServer, player: Player, token: string): Promise<number> {
      return (await listTickets(on, { ...player, token })).status;
    }

    describe('IdentifyPlayer 200', () => {
      test("returns a player id, a valid token and the server's time", async () => {
        const reply = await identify(server, project);
        assert.equal(reply.status, 200);
        assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8');
        assert.deepEqual(Object.keys(reply.body), ['playerId', 'playerAccessToken', 'serverTime']);
        const { playerId, playerAccessToken: token, serverTime } = reply.body;
        assert.equal(serverTime, new Date(START).toISOString());
        assert.equal((await seenPlayer(server, playerId)).projectId, project.id);
        assert.equal(await listsWith(server, { id: playerId, token, installationId: '', project }, token), 200);
      });

      test('needs no token, and ignores one', async () => {
        for (const authorization of ['Bearer pat_nonsense', 'Basic eDp5', `Bearer ${server.teamKey}`]) {
          assert.equal((await identify(server, project, {}, { headers: { authorization } })).status, 200);
        }
      });

      test('a token is pat_ with at least 192 random bits', async () => {
        const installationId = 'token-format-installation';
        const tokens = [];
        for (let i = 0; i < 20; i++) {
          const { body } = await identify(server, project, { installationId });
          assert.match(body.playerAccessToken, /^pat_[A-Za-z0-9_-]{32,}$/);
          tokens.push(body.playerAccessToken as string);
        }
        const random = tokens.map((token) => token.slice(-32));
        for (let at = 0; at < 32; at++) {
          assert.ok(new Set(random.map((text) => text[at])).size > 4, `character ${at - 32} hardly changes`);
        }
      });

      test('neither the token nor the installation id is on disk or in the log', async (t) => {
        const own = await startServer(t);
        const player = await aPlayer(own);
        const row = await own.store.players.byId(player.id);
        assert.equal(row?.token_hash, hash('sha256', player.token, 'base64url'));
        const written = (await allStored(own.databaseUrl)) + own.log.join();
        assert.ok(written.includes(player.id));
        for (const secret of [player.token, player.token.slice(-32), player.installationId]) {
          assert.ok(!written.includes(secret), secret);
        }
      });

      for (const field of [...RECORDED_FIELDS, INSTALLATION_ID]) {
        for (const [what, value] of acceptedSamples(field)) {
          test(`${field.name}: accepts ${what}`, async () => {
            const reply = await identify(server, project, withField(field, value));
            assert.equal(reply.status, 200, reply.text);
            if (field !== INSTALLATION_ID)
              assert.equal(fieldOf(await seenPlayer(server, reply.body.playerId), field), value || null);
          });
        }
      }

      test('a blocked player can identify', async () => {
        const player = await aPlayer(server, project);
        await block(server, player);
        const reply = await identify(server, project, { installationId: player.installationId });
        assert.equal(reply.body.playerId, player.id);
        assert.equal(await listsWith(server, player, reply.body.playerAccessToken), 200);
        assert.equal((await seenPlayer(server, player.id)).blocked, true);
      });

      test('ignores unknown fields with any name', async () => {
        const { publicKey } = project;
        const raw = `{"projectPublicKey":"${publicKey}","installationId":"unknown-properties-1","unknown":{"a":[1]},
      "__proto__":{"userId":"evil"},"constructor":{"prototype":1},"toString":"x","hasOwnProperty":1,
      "context":{"__proto__":{"platform":"evil"},"unknown":5,"constructor":null,"locale":"de"}}`;
        const reply = await server.call('POST', '/api/v1/player/identify', { raw });
        assert.equal(reply.status, 200, reply.text);
        const { userId, context } = await seenPlayer(server, reply.body.playerId);
        assert.deepEqual([userId, context], [null, { ...NO_CONTEXT, locale: 'de' }]);
      });
    });

    describe('IdentifyPlayer 200: rotation and expiry', () => {
      test('a second identify returns the same player with a new token, and the old token is refused at once', async () => {
        const player = await aPlayer(server, project);
        const again = await identify(server, project, { installationId: player.installationId });
        assert.equal(again.body.playerId, player.id);
        assert.notEqual(again.body.playerAccessToken, player.token);
        assertUnauthorized(await listTickets(server, player), '/api/v1/player/tickets', 'invalid_token');
        assert.equal(await listsWith(server, player, again.body.playerAccessToken), 200);
      });

      test('after 32 concurrent requests for one player, exactly one token is valid', async (t) => {
        const own = await startServer(t, { env: { RATE_LIMIT_IDENTIFY: '100' } });
        const player = await aPlayer(own);
        const { installationId } = player;
        const replies = await Promise.all(
          Array.from({ length: 32 }, () => identify(own, player.project, { installationId })),
        );
        assert.deepEqual([...new Set(replies.map(({ body }) => body.playerId))], [player.id]);
        const tokens = [player.token, ...replies.map(({ body }) => body.playerAccessToken as string)];
        assert.equal(new Set(tokens).size, 33);
        const statuses = await Promise.all(tokens.map((token) => listsWith(own, player, token)));
        assert.deepEqual(statuses.sort(), [200, ...new Array(32).fill(401)]);
      });

      test('another installation, or the same one in another project, is another player', async () => {
        const player = await aPlayer(server, project);
        const { installationId } = player;
        const other = await aProject(server, 'Other game');
        const there = await identify(server, other, { installationId });
        const upper = await identify(server, project, { installationId: installationId.toUpperCase() });
        const spaced = await identify(server, project, { installationId: `${installationId} ` });
        const ids = [player.id, there.body.playerId, upper.body.playerId, spaced.body.playerId];
        assert.equal(new Set(ids).size, 4);
        assert.equal(await listsWith(server, player, player.token), 200);
        assert.equal((await seenPlayer(server, there.body.playerId)).projectId, other.id);
      });

      for (const [name, env, lifetime] of [
        ['30 days', {}, 30 * DAY],
        ['TOKEN_LIFETIME_SECONDS', { TOKEN_LIFETIME_SECONDS: '90' }, 90_000],
      ] as const) {
        test(`a token expires ${name} after its issue, even if it is used all the time`, async (t) => {
          const own = await startServer(t, { env });
          const player = await aPlayer(own);
          own.clock.advance(lifetime - 1);
          assert.equal(await listsWith(own, player, player.token), 200);
          own.clock.advance(1);
          assertUnauthorized(await listTickets(own, player), '/api/v1/player/tickets', 'invalid_token');
          const { installationId } = player;
          const renewed = await identify(own, player.project, { installationId });
          own.clock.advance(lifetime - 1);
          assert.equal(await listsWith(own, player, renewed.body.playerAccessToken), 200);
        });
      }
    });

    describe('IdentifyPlayer 200: what is recorded', () => {
      const full = {
        userId: 'user',
        sessionId: 'session',
        context: {
          appVersion: '1',
          buildNumber: '2',
          platform: 'ios',
          locale: 'de',
          deviceModel: 'phone',
          osVersion: '18',
        },
      };
      const kept = async (second: object) => {
        const { userId, sessionId, context } = await seenAfter(full, second);
        return { userId, sessionId, context };
      };

      test('absent fields change nothing', async () => assert.deepEqual(await kept({}), full));
      test('null clears only userId', async () =>
        assert.deepEqual(await kept({ userId: null }), { ...full, userId: null }));
      test('null clears only sessionId', async () =>
        assert.deepEqual(await kept({ sessionId: null }), { ...full, sessionId: null }));
      test('a null context changes nothing', async () => assert.deepEqual(await kept({ context: null }), full));
      test('a context replaces the whole context', async () =>
        assert.deepEqual(await kept({ context: { locale: 'fr' } }), {
          ...full,
          context: { ...NO_CONTEXT, locale: 'fr' },
        }));
      test('an empty context clears it', async () =>
        assert.deepEqual(await kept({ context: {} }), { ...full, context: NO_CONTEXT }));
      test('new values replace old ones', async () =>
        assert.deepEqual(await kept({ userId: 'u2', sessionId: 's2' }), { ...full, userId: 'u2', sessionId: 's2' }));
      test('empty texts change nothing, and neither does a context of nothing else', async () => {
        const context = { appVersion: '', buildNumber: '', platform: '', locale: '', deviceModel: '', osVersion: '' };
        assert.deepEqual(await kept({ userId: '', sessionId: '', context }), full);
      });
      test('everything is null for a new player without values', async () => {
        const { userId, sessionId, context } = await seenAfter({});
        assert.deepEqual([userId, sessionId, context], [null, null, NO_CONTEXT]);
      });

      test('two installations with the same userId are two players', async () => {
        const [one, two] = [await seenAfter({ userId: 'twin' }), await seenAfter({ userId: 'twin' })];
        assert.notEqual(one.id, two.id);
      });

      test('createdAt stays, and lastSeenAt changes', async (t) => {
        const own = await startServer(t);
        const player = await aPlayer(own);
        own.clock.advance(MINUTE);
        await identify(own, player.project, { installationId: player.installationId });
        const { body } = await own.call('GET', `/api/v1/team/players/${player.id}`, { token: own.teamKey });
        assert.deepEqual(
          [body.createdAt, body.lastSeenAt],
          [new Date(START).toISOString(), new Date(START + MINUTE).toISOString()],
        );
      });
    });
  },
);

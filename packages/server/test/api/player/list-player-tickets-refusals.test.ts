import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MINUTE } from '../../../src/domain/time.ts';
import { assertLimited, assertUnauthorized } from '../../helpers/assert-problem.ts';
import { aPlayer, aProject, identify, listTickets, updateProject } from '../../helpers/builders.ts';
import type { Reply } from '../../helpers/call.ts';
import { startServer } from '../../helpers/harness.ts';
import { exchange, rawRequest } from '../../helpers/raw-http.ts';
import { sharedServer } from '../../helpers/shared-server.ts';
import { ofLength } from '../../helpers/text-fields.ts';

const PATH = '/api/v1/player/tickets';
const server = await sharedServer();
const project = await aProject(server);
const GOOD = `?projectPublicKey=${project.publicKey}`;

const challenged = (reply: Reply, error?: 'invalid_request' | 'invalid_token') =>
  assertUnauthorized(reply, PATH, error);
const list = (query: string, token?: string) => server.call('GET', PATH + query, { token });

describe('ListPlayerTickets 401', () => {
  test('without a token', async () => challenged(await list(GOOD)));

  test('with an invalid token, or a token of the team API', async () => {
    for (const token of ['x', 'pat_', `pat_${'a'.repeat(69)}`, server.teamKey]) {
      challenged(await list(GOOD, token), 'invalid_token');
    }
  });

  test('with a valid header twice', async () => {
    const { token } = await aPlayer(server, project);
    const header = `Authorization: Bearer ${token}`;
    const once = await exchange(server.url, rawRequest('GET', PATH + GOOD, [header]));
    assert.equal(once.status, 200);
    const twice = await exchange(server.url, rawRequest('GET', PATH + GOOD, [header, header]));
    challenged(twice, 'invalid_request');
  });

  test('with a token in the query, even with a valid header', async () => {
    const { token } = await aPlayer(server, project);
    for (const more of [
      '&access_token=x',
      '&token=',
      '&playerAccessToken=1',
      `&x=${token}`,
      '&x=1&x=pat_',
      '&__proto__=pat_',
    ]) {
      challenged(await list(GOOD + more, token), 'invalid_request');
    }
    challenged(await list(`?projectPublicKey=${token}`, token), 'invalid_request');
  });

  test('with a token that was rotated', async () => {
    const player = await aPlayer(server, project);
    const { body } = await identify(server, project, { installationId: player.installationId });
    challenged(await list(GOOD, player.token), 'invalid_token');
    assert.equal((await list(GOOD, body.playerAccessToken)).status, 200);
  });

  test("for a projectPublicKey that is not exactly that of the token's project", async () => {
    const { token } = await aPlayer(server, project);
    const other = await aProject(server);
    for (const query of [
      '',
      '?',
      '?projectPublicKey',
      '?projectPublicKey=',
      '?projectPublicKey=ppk_unknown',
      `?projectPublicKey=${ofLength(80)}`,
      `?projectPublicKey=${ofLength(81)}`,
      `?projectPublicKey=${other.publicKey}`,
      `?projectPublicKey=${project.id}`,
      `${GOOD}%20`,
      `?projectPublicKey=%00${project.publicKey}`,
      `?projectpublickey=${project.publicKey}`,
      `?projectPublicKey[]=${project.publicKey}`,
      `${GOOD}&projectPublicKey=${project.publicKey}`,
      `${GOOD}&projectPublicKey=${other.publicKey}`,
      '?projectPublicKey=%ff',
      '?projectPublicKey=%',
    ]) {
      challenged(await list(query, token), 'invalid_token');
    }
    assert.equal(
      (await list(`?a=b&projectPublicKey=${encodeURIComponent(project.publicKey)}&since=x`, token)).status,
      200,
    );
  });

  test('while the project is disabled', async () => {
    const own = await aProject(server);
    const player = await aPlayer(server, own);
    await updateProject(server, own, { status: 'disabled' });
    challenged(await listTickets(server, player), 'invalid_token');
    await updateProject(server, own, { status: 'active' });
    assert.equal((await listTickets(server, player)).status, 200);
  });
});

describe('ListPlayerTickets 429', () => {
  test('240 reads per minute for each player, including conditional ones', async (t) => {
    const own = await startServer(t);
    const player = await aPlayer(own);
    for (let i = 0; i < 240; i++) {
      const reply = await listTickets(own, player, i % 2 ? { headers: { 'if-none-match': '*' } } : {});
      assert.equal(reply.status, i % 2 ? 304 : 200);
    }
    assertLimited(await listTickets(own, player), PATH, { quota: 240, window: 60, wait: 60 });
    const other = await aPlayer(own, player.project);
    assert.equal((await listTickets(own, other)).status, 200);
    own.clock.advance(MINUTE);
    assert.equal((await listTickets(own, player)).status, 200);
  });

  test('refused public keys are limited per address', async (t) => {
    const own = await startServer(t, { env: { RATE_LIMIT_AUTH_ADDRESS: '1' } });
    const { token } = await aPlayer(own);
    assert.equal((await own.call('GET', PATH, { token })).status, 401);
    assertLimited(await own.call('GET', PATH, { token }), PATH, { quota: 1, window: 60, wait: 60 });
  });
});

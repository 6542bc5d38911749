import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertAllRefuse } from '../helpers/authenticated-requests.ts';
import { aPlayer, poll } from '../helpers/builders.ts';
import { startServer } from '../helpers/harness.ts';
import { exchange, rawRequest } from '../helpers/raw-http.ts';

describe('a token in the URL', () => {
  for (const name of ['access_token', 'token', 'playerAccessToken', 'ACCESS_TOKEN', '%61ccess_token', 'x', '']) {
    test(`is refused as ${JSON.stringify(name)}, with and without a valid header`, async (t) => {
      const server = await startServer(t);
      const player = await aPlayer(server);
      const query = `${name}=${player.token}`;
      const changes = [{ query, options: { token: player.token } }, { query }];
      await assertAllRefuse(server, player, changes, 'invalid_request');
    });
  }

  test('is refused among other parameters, and never logged', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const { token } = player;
    const queries = [
      'access_token=',
      'token',
      'token=1',
      'playerAccessToken=x',
      'x=pat_',
      'x=p%61t_1',
      `x=%70at_${token.slice(4)}`,
      `x=1&x=${token}`,
      `x=${token}&x=1`,
      'token=1&token=2',
      `since=${token}`,
      `${'x=1&'.repeat(1500)}token=1`,
      `x=${server.teamKey}`,
      token,
      `${token}=1`,
      `x=%20${token}`,
      `x=Bearer%20${token}`,
      'token[]=1',
    ];
    const changes = queries.map((query) => ({ query, options: { token } }));
    await assertAllRefuse(server, player, changes, 'invalid_request');
    assert.doesNotMatch(server.log.join(''), new RegExp(`${token.slice(4)}|${server.teamKey.slice(4)}`));
  });

  test('makes its sender a stranger, whose further requests are not logged', async (t) => {
    const server = await startServer(t, { env: { RATE_LIMIT_AUTH_ADDRESS: '3' } });
    const { token } = await aPlayer(server);
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) {
      statuses.push((await server.call('GET', '/api/v1/player/inbox?access_token=x', { token })).status);
    }
    assert.deepEqual(statuses, [401, 401, 401, 429, 429, 429]);
    const INFO = 30;
    const logged = server.log.filter((line) => line.includes('/player/inbox') && JSON.parse(line).level >= INFO);
    assert.equal(logged.length, 3);
  });

  test('is not assumed for similar names and values', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    for (const more of ['&tokens=1', '&x=my_pat_1', '&x=pat', '&accesstoken=1', '&x=token']) {
      assert.equal((await poll(server, player, more)).status, 200, more);
    }
  });

  test('after a # is neither logged nor in the response', async (t) => {
    const server = await startServer(t);
    const player = await aPlayer(server);
    const path = `/api/v1/player/inbox#access_token=${player.token}`;
    const reply = await exchange(server.url, rawRequest('GET', path));
    assert.ok([400, 401, 404].includes(reply.status), String(reply.status));
    for (const text of [reply.text, server.log.join('')]) assert.equal(text.includes(player.token), false, text);
  });
});

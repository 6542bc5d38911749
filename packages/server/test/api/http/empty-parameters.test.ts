import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gameOperations } from '../../../src/http/all-operations.ts';
import { requests, targetOf } from '../../helpers/authenticated-requests.ts';
import { aPlayer } from '../../helpers/builders.ts';
import { startServer } from '../../helpers/harness.ts';

test('an empty parameter of a player counts as absent', async (t) => {
  const server = await startServer(t);
  const player = await aPlayer(server, undefined, { context: { appVersion: '2', platform: 'ios', locale: 'de' } });
  const sent = new Map((await requests(server, player)).map((request) => [request.id, request]));
  const tested: string[] = [];
  for (const { id, method, query } of gameOperations) {
    const { properties = {}, required = [] } = (query ?? {}) as { properties?: object; required?: string[] };
    for (const name of Object.keys(properties).filter((one) => method === 'GET' && !required.includes(one))) {
      const request = sent.get(id);
      assert.ok(request);
      const usual = { ...request, query: request.query.replace(/&since=[^&]*/, '') };
      const first = await server.call(method, targetOf(usual), { token: player.token });
      const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
      const reply = await server.call(method, targetOf(usual, `${name}=`), { token: player.token, headers });
      assert.equal(reply.status, 304, `${id} ${name}`);
      tested.push(name);
    }
  }
  assert.deepEqual(tested.sort(), ['build', 'locale', 'locale', 'platform', 'since']);
});

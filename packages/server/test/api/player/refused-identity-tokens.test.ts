import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { assertProblem } from '../../helpers/assert-problem.ts';
import { aPlayer, aProject } from '../../helpers/builders.ts';
import { startServer } from '../../helpers/harness.ts';
import { identityToken, link, setUpIdentity } from '../../helpers/identity.ts';

test('a token works once, also with a fraction of a second in `exp`', async (t) => {
  const server = await startServer(t);
  const project = await aProject(server);
  await setUpIdentity(server, project);
  const exp = Math.floor(server.clock.now / 1000) + 2.9;
  const token = await identityToken('account', server.clock.now, { exp });
  const replies = [await link(server, await aPlayer(server, project), token)];
  server.clock.now = Math.floor(exp * 1000) + 20;
  replies.push(await link(server, await aPlayer(server, project), token));
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 403],
  );
  // More digits than PostgreSQL takes for a whole number.
  const odd = await identityToken('odd', server.clock.now, { exp: server.clock.now / 1000 + 300.1234567 });
  assert.equal((await link(server, await aPlayer(server, project), odd)).status, 200);
});

test('keys that nobody can import are no error of the server', async (t) => {
  const keys = [{ kty: 'EC', crv: 'P-256', alg: 'ES256', kid: 'k', x: 'AAAA', y: 'AAAA' }];
  const service = http.createServer((_request, response) => response.end(JSON.stringify({ keys })));
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
  t.after(() => service.close());
  const { port } = service.address() as AddressInfo;
  const server = await startServer(t, { env: { WEBHOOK_ALLOW_PRIVATE: 'on' } });
  const project = await aProject(server);
  await setUpIdentity(server, project, { jwksUrl: `http://127.0.0.1:${port}/keys` });
  const [, claims] = (await identityToken('account', server.clock.now)).split('.');
  const head = Buffer.from(JSON.stringify({ alg: 'ES256', kid: 'k' })).toString('base64url');
  const forged = `${head}.${claims}.${Buffer.alloc(64, 1).toString('base64url')}`;
  const reply = await link(server, await aPlayer(server, project), forged);
  assertProblem(reply, 403, 'identity-token-refused', '/api/v1/player/link');
  assert.match(reply.body.detail, /keys in the settings/);
  assert.ok(!server.log.some((line) => line.includes('stack')));
});

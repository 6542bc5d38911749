import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MINUTE } from '../../../src/domain/time.ts';
import { assertInvalid, assertLimited } from '../../helpers/assert-problem.ts';
import { aPlayer, aProject, identify, listTickets, updateProject } from '../../helpers/builders.ts';
import type { Reply } from '../../helpers/call.ts';
import { startServer } from '../../helpers/harness.ts';
import { sharedServer } from '../../helpers/shared-server.ts';
import {
  acceptedSamples,
  CONTEXT_FIELDS,
  IDENTIFY_FIELDS,
  ofLength,
  PROJECT_PUBLIC_KEY,
  refusedSamples,
  withField,
} from '../../helpers/text-fields.ts';

const PATH = '/api/v1/player/identify';
const server = await sharedServer();
const project = await aProject(server);

describe('IdentifyPlayer 400', () => {
  for (const field of IDENTIFY_FIELDS) {
    for (const [what, value] of refusedSamples(field)) {
      test(`${field.name}: refuses ${what}`, async () => {
        assertInvalid(await identify(server, project, withField(field, value)), PATH, field.name);
      });
    }
  }

  for (const context of ['ios', 5, true, ['ios'], []]) {
    test(`context: refuses ${JSON.stringify(context)}`, async () => {
      assertInvalid(await identify(server, project, { context }), PATH, 'context');
    });
  }

  test('reports every field at once', async () => {
    const context = Object.fromEntries(CONTEXT_FIELDS.map(({ name, max }) => [name.slice(8), ofLength(max + 1)]));
    const body = { projectPublicKey: ofLength(81), installationId: '1234567', userId: 1, sessionId: '\0', context };
    const reply = await server.call('POST', PATH, { body });
    assertInvalid(reply, PATH, ...IDENTIFY_FIELDS.map(({ name }) => name));
  });

  for (const name of ['access_token', 'token', 'playerAccessToken']) {
    test(`refuses ?${name}= with any value`, async () => {
      const body = { projectPublicKey: project.publicKey, installationId: 'query-installation' };
      assertInvalid(await server.call('POST', `${PATH}?${name}=x`, { body }), PATH, name);
    });
  }

  for (const name of ['anything', 'projectPublicKey', '__proto__']) {
    test(`refuses a token as ?${name}=, together with invalid fields`, async () => {
      const { token } = await aPlayer(server, project);
      assertInvalid(
        await server.call('POST', `${PATH}?${name}=${token}`, { body: {} }),
        PATH,
        ...['installationId', ...new Set(['projectPublicKey', name])],
      );
      const body = { projectPublicKey: project.publicKey, installationId: 'query-installation' };
      assertInvalid(await server.call('POST', `${PATH}?a=b&${name}=pat_&${name}=1`, { body }), PATH, name);
    });
  }

  test('ignores other query parameters', async () => {
    const body = { projectPublicKey: project.publicKey, installationId: 'query-installation' };
    assert.equal((await server.call('POST', `${PATH}?tokens=1&x=apat_1&since`, { body })).status, 200);
  });
});

describe('IdentifyPlayer 404', () => {
  function assertUnavailable(reply: Reply, code: string, requestId: string): void {
    assert.equal(reply.status, 404, reply.text);
    assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8');
    const { message } = reply.body.error;
    assert.ok(typeof message === 'string' && message !== '');
    assert.deepEqual(reply.body, { error: { code, message }, requestId });
    assert.equal(reply.headers.get('x-request-id'), requestId);
  }
  const headers = { 'x-request-id': 'request-of-a-test' };

  for (const [what, key] of [['unknown', 'ppk_unknown'], ...acceptedSamples(PROJECT_PUBLIC_KEY)] as const) {
    test(`a public key that is ${what}`, async () => {
      const reply = await identify(server, project, { projectPublicKey: key }, { headers });
      assertUnavailable(reply, 'project_not_found', 'request-of-a-test');
    });
  }

  test("a project's id is not its public key", async () => {
    const reply = await identify(server, project, { projectPublicKey: project.id });
    assertUnavailable(reply, 'project_not_found', reply.headers.get('x-request-id') ?? 'missing');
  });

  test('a disabled project, until it is active again', async () => {
    const own = await aProject(server, 'Disabled');
    const player = await aPlayer(server, own);
    await updateProject(server, own, { status: 'disabled' });
    const { installationId } = player;
    const reply = await identify(server, own, { installationId }, { headers });
    assertUnavailable(reply, 'project_disabled', 'request-of-a-test');
    assertInvalid(await identify(server, own, { installationId: 'short' }), PATH, 'installationId');
    await updateProject(server, own, { status: 'active' });
    assert.equal((await listTickets(server, player)).status, 200);
    assert.equal((await identify(server, own, { installationId })).body.playerId, player.id);
  });
});

describe('IdentifyPlayer 429', () => {
  test('30 per minute for each installation', async (t) => {
    const own = await startServer(t);
    const player = await aPlayer(own);
    const again = () => identify(own, player.project, { installationId: player.installationId });
    for (let i = 2; i <= 30; i++) assert.equal((await again()).status, 200);
    own.clock.advance(20_500);
    assertLimited(await again(), PATH, { quota: 30, window: 60, wait: 40 });
    await aPlayer(own, player.project);
    const elsewhere = await aProject(own);
    assert.equal((await identify(own, elsewhere, { installationId: player.installationId })).status, 200);
    own.clock.advance(39_499);
    assertLimited(await again(), PATH, { quota: 30, window: 60, wait: 1 });
    own.clock.advance(1);
    assert.equal((await again()).status, 200);
  });

  test('a refused identify leaves the token as it was', async (t) => {
    const own = await startServer(t, { env: { RATE_LIMIT_IDENTIFY: '1' } });
    const player = await aPlayer(own);
    const { installationId } = player;
    assert.equal((await identify(own, player.project, { installationId })).status, 429);
    assert.equal((await listTickets(own, player)).status, 200);
  });

  test('a number per minute for each address, with any content', async (t) => {
    const own = await startServer(t, { env: { RATE_LIMIT_IDENTIFY_ADDRESS: '3', TRUST_PROXY: 'loopback' } });
    const of = await aProject(own);
    const from = (address: string, fields: object = {}) =>
      identify(own, of, fields, { headers: { 'x-forwarded-for': address } });
    assert.equal((await from('192.0.2.1')).status, 200);
    assert.equal((await from('192.0.2.1', { installationId: 1 })).status, 400);
    assert.equal((await from('192.0.2.1', { projectPublicKey: 'unknown' })).status, 404);
    assertLimited(await from('192.0.2.1'), PATH, { quota: 3, window: 60, wait: 60 });
    assert.equal((await from('192.0.2.2')).status, 200);
    own.clock.advance(MINUTE);
    assert.equal((await from('192.0.2.1')).status, 200);
  });

  for (const env of [{ RATE_LIMIT_IDENTIFY: '0' }, { RATE_LIMITS: 'off', RATE_LIMIT_IDENTIFY: '1' }]) {
    test(`never with ${Object.entries(env)[0]?.join('=')}`, async (t) => {
      const own = await startServer(t, { env });
      const player = await aPlayer(own);
      const { installationId } = player;
      for (let i = 0; i < 40; i++) {
        assert.equal((await identify(own, player.project, { installationId })).status, 200);
      }
    });
  }
});

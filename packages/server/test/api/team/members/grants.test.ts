import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { signIn } from '../../../helpers/accounts.ts';
import { assertProblem, assertUnauthorized } from '../../../helpers/assert-problem.ts';
import { aMember, aProject, PASSWORD, team } from '../../../helpers/builders.ts';
import { aKey, anInvitation, PROJECTS, withKey } from '../../../helpers/grants.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';

/** A caller can grant only access that it has during the transaction. */

suite('an API key may grant', () => {
  test('no password link, with any role: 403', async (t) => {
    const server = await startServer(t);
    const owner = await aMember(server, 'owner');
    const path = `/members/${owner.id}/password-link`;
    const reply = await team(server, 'POST', path);
    assertProblem(reply, 403, 'forbidden', `/api/v1/team${path}`);
    assert.match(reply.body.detail, /Sign in as a member/);
    assert.equal((await signIn(server, owner.email, PASSWORD)).status, 200);
  });

  test('no invitation if the key expires, because the member would stay: 403', async (t) => {
    const server = await startServer(t);
    const owner = await aMember(server, 'owner');
    const { key } = await aKey(owner.call, { expiresAt: new Date(server.clock.now + 1000).toISOString() });
    const reply = await withKey(server, key)('POST', '/invitations', { email: 'x@studio.example', role: 'viewer' });
    assertProblem(reply, 403, 'forbidden', '/api/v1/team/invitations');
    assert.match(reply.body.detail, /expires/);
    assert.deepEqual((await team(server, 'GET', '/invitations')).body.invitations, []);
    assert.equal((await signIn(server, owner.email, PASSWORD)).status, 200);
  });

  test('no invitation or key with more access than its own: 403', async (t) => {
    const server = await startServer(t);
    const [own, other] = [await aProject(server), await aProject(server)];
    const owner = await aMember(server, 'owner');
    const { key } = await aKey(owner.call, { projectIds: [own.id] });
    const send = withKey(server, key);
    for (const access of [
      { role: 'owner', projectIds: [own.id] },
      { role: 'viewer', projectIds: [own.id, other.id] },
      { role: 'viewer', projectIds: null },
      { role: 'viewer' },
    ]) {
      const invited = await send('POST', '/invitations', { email: 'x@studio.example', ...access });
      assertProblem(invited, 403, 'forbidden', '/api/v1/team/invitations');
      const made = await send('POST', '/api-keys', { name: 'k', ...access });
      assertProblem(made, 403, 'forbidden', '/api/v1/team/api-keys');
    }
    await aKey(send, { role: 'admin', projectIds: [own.id] });
    await anInvitation(send, { role: 'admin', projectIds: [own.id] });
  });
});

suite('a caller who loses access during its request', () => {
  /** Takes access away after the request's authorization, before its transaction. */
  function loseBeforeTransaction({ store }: TestServer, lose: () => Promise<unknown>): void {
    const { transaction } = store;
    let lost = false;
    store.transaction = async (work) => {
      if (!lost) {
        lost = true;
        await lose();
      }
      return transaction(work);
    };
  }

  const requests: readonly (readonly [string, string, object | undefined, viaKey: boolean])[] = [
    ['POST', '/api-keys', { name: 'k', role: 'viewer' }, true],
    ['POST', '/invitations', { email: 'x@studio.example', role: 'viewer' }, true],
    ['POST', '/members/:colleague/password-link', undefined, false],
    ['PATCH', '/members/:self', { disabled: false }, true],
  ];
  for (const [method, path, body, viaKey] of requests) {
    for (const by of viaKey ? ['session', 'key'] : ['session']) {
      test(`${method} ${path} by ${by} is refused and changes nothing`, async (t) => {
        const server = await startServer(t);
        const [removed, colleague] = [await aMember(server, 'admin'), await aMember(server, 'viewer')];
        const { key } = await aKey(removed.call);
        const send = by === 'session' ? removed.call : withKey(server, key);
        const at = path.replace(':self', removed.id).replace(':colleague', colleague.id);
        loseBeforeTransaction(server, () => team(server, 'PATCH', `/members/${removed.id}`, { disabled: true }));
        const reply = await send(method, at, body);
        assertUnauthorized(reply, `/api/v1/team${at}`, by === 'key' ? 'invalid_token' : undefined);
        assert.deepEqual((await team(server, 'GET', '/invitations')).body.invitations, []);
        assert.equal((await team(server, 'GET', '/api-keys')).body.apiKeys.length, 2);
        const { members } = (await team(server, 'GET', '/members')).body;
        assert.equal(members.find(({ id }: { id: string }) => id === removed.id).disabled, true);
      });
    }
  }

  test('gets 403 if an admin became an agent', async (t) => {
    const server = await startServer(t);
    const removed = await aMember(server, 'admin');
    loseBeforeTransaction(server, () => team(server, 'PATCH', `/members/${removed.id}`, { role: 'agent' }));
    const reply = await removed.call('POST', '/api-keys', { name: 'k', role: 'viewer' });
    assertProblem(reply, 403, 'forbidden', '/api/v1/team/api-keys');
  });

  for (const [method, path, body] of [
    ['POST', '/api-keys', { name: 'k', role: 'owner' }],
    ['POST', '/invitations', { email: 'x@studio.example', role: 'owner' }],
    ['POST', '/members/:owner/password-link', undefined],
    ['PATCH', '/members/:owner', { disabled: true }],
  ] as const) {
    test(`${method} ${path}: gets 403 if an owner became an admin`, async (t) => {
      const server = await startServer(t);
      const [removed, owner] = [await aMember(server, 'owner'), await aMember(server, 'owner')];
      const at = path.replace(':owner', owner.id);
      loseBeforeTransaction(server, () => team(server, 'PATCH', `/members/${removed.id}`, { role: 'admin' }));
      const reply = await removed.call(method, at, body);
      assertProblem(reply, 403, 'forbidden', `/api/v1/team${at}`);
      assert.match(reply.body.detail, /access that you do not have/);
    });
  }

  test('leaves no working key, even if it creates keys all the time', async (t) => {
    const server = await startServer(t, { env: { RATE_LIMITS: 'off' } });
    const removed = await aMember(server, 'admin');
    const { key } = await aKey(removed.call);
    const making = Array.from({ length: 12 }, () =>
      server.call('POST', '/api/v1/team/api-keys', { token: key, body: { name: 'k', role: 'admin' } }),
    );
    const [disabled, ...made] = await Promise.all([
      team(server, 'PATCH', `/members/${removed.id}`, { disabled: true }),
      ...making,
    ]);
    assert.equal(disabled.status, 200, disabled.text);
    for (const { status, body } of made) {
      if (status === 201) assert.equal((await server.call('GET', PROJECTS, { token: body.key })).status, 401);
      else assert.equal(status, 401);
    }
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Role } from '@player-support/contract/enums';
import { signIn } from '../../../helpers/accounts.ts';
import { assertProblem, assertUnauthorized } from '../../../helpers/assert-problem.ts';
import { aMember, aProject, type Member, type Project, team } from '../../../helpers/builders.ts';
import { forgetEarlierEvents, openStream } from '../../../helpers/event-streams.ts';
import { ACCEPT, accept, aKey, anInvitation, keyOf, PROJECTS, withKey } from '../../../helpers/grants.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';

/** None of these may give a removed member access again. */

interface Grants {
  readonly invitation: string;
  readonly link: string;
  readonly key: string;
  readonly keyId: string;
}

/** Creates all that a member can grant, each in one project. */
async function everythingOf(member: Member, colleague: Member, project: Project): Promise<Grants> {
  const projectIds = [project.id];
  const link = await member.call('POST', `/members/${colleague.id}/password-link`);
  assert.equal(link.status, 201, link.text);
  const { key, apiKey } = await aKey(member.call, { role: 'viewer', projectIds });
  return {
    invitation: (await anInvitation(member.call, { projectIds })).token,
    link: link.body.token,
    key,
    keyId: apiKey.id,
  };
}

async function assertAllGone(server: TestServer, { invitation, link, key, keyId }: Grants): Promise<void> {
  assertProblem(await accept(server, invitation), 404, 'not-found', ACCEPT);
  assertProblem(await accept(server, link), 404, 'not-found', ACCEPT);
  assertUnauthorized(await server.call('GET', PROJECTS, { token: key }), PROJECTS, 'invalid_token');
  assert.equal((await keyOf(server, keyId)).suspendedAt, '2026-01-01T12:00:00.000Z');
}

async function assertAllGood(server: TestServer, { invitation, link, key, keyId }: Grants): Promise<void> {
  assert.equal((await accept(server, invitation)).status, 201);
  assert.equal((await accept(server, link)).status, 201);
  assert.equal((await server.call('GET', PROJECTS, { token: key })).status, 200);
  assert.equal((await keyOf(server, keyId)).suspendedAt, null);
}

suite('a member who loses access also loses its grants', () => {
  const losses: Readonly<Record<string, (project: Project, other: Project) => object>> = {
    disabled: () => ({ disabled: true }),
    'demoted to a role that may make nothing': () => ({ role: 'agent' as Role }),
    'narrowed to fewer projects': (project) => ({ projectIds: [project.id] }),
    'moved to another project': (_project, other) => ({ projectIds: [other.id] }),
    'given a higher role in fewer projects': (project) => ({ role: 'owner' as Role, projectIds: [project.id] }),
  };
  for (const [what, change] of Object.entries(losses)) {
    test(`${what}: invitations, password links and keys of this member only`, async (t) => {
      const server = await startServer(t);
      const [project, other] = [await aProject(server), await aProject(server)];
      const [removed, stays] = [await aMember(server, 'admin'), await aMember(server, 'admin')];
      const inProject = { projectIds: [project.id] };
      const created = await everythingOf(removed, await aMember(server, 'viewer', inProject), project);
      const others = await everythingOf(stays, await aMember(server, 'viewer', inProject), project);
      const reply = await team(server, 'PATCH', `/members/${removed.id}`, change(project, other));
      assert.equal(reply.status, 200, reply.text);
      await assertAllGone(server, created);
      await assertAllGood(server, others);
    });
  }

  test('an owner who is made an admin', async (t) => {
    const server = await startServer(t);
    await aMember(server, 'owner');
    const removed = await aMember(server, 'owner');
    const created = await everythingOf(removed, await aMember(server, 'viewer'), await aProject(server));
    assert.equal((await team(server, 'PATCH', `/members/${removed.id}`, { role: 'admin' })).status, 200);
    await assertAllGone(server, created);
  });

  test('more access, the same access and a new name change nothing', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const member = await aMember(server, 'admin', { projectIds: [project.id] });
    const colleague = await aMember(server, 'viewer', { projectIds: [project.id] });
    const created = await everythingOf(member, colleague, project);
    for (const change of [{ projectIds: [project.id] }, { role: 'owner' }, { projectIds: null }]) {
      assert.equal((await team(server, 'PATCH', `/members/${member.id}`, change)).status, 200);
    }
    assert.equal((await member.call('PATCH', '/account', { name: 'Renamed' })).status, 200);
    await assertAllGood(server, created);
  });

  test('enabling the member again does not bring them back', async (t) => {
    const server = await startServer(t);
    const [removed, colleague] = [await aMember(server, 'admin'), await aMember(server, 'viewer')];
    const created = await everythingOf(removed, colleague, await aProject(server));
    for (const disabled of [true, false]) {
      assert.equal((await team(server, 'PATCH', `/members/${removed.id}`, { disabled })).status, 200);
    }
    assert.equal((await signIn(server, removed.email)).status, 200);
    await assertAllGone(server, created);
  });

  test('disabling again a member whose keys still work suspends them', async (t) => {
    const server = await startServer(t);
    const removed = await aMember(server, 'admin');
    const { key } = await aKey(removed.call);
    const row = (await server.store.members.byId(removed.id)) ?? assert.fail();
    await server.store.members.update({ ...row, disabled_at: server.clock.now });
    assert.equal((await server.call('GET', PROJECTS, { token: key })).status, 200);
    assert.equal((await team(server, 'PATCH', `/members/${removed.id}`, { disabled: true })).status, 200);
    assertUnauthorized(await server.call('GET', PROJECTS, { token: key }), PROJECTS, 'invalid_token');
  });

  test('grants of its keys end too, at any depth', async (t) => {
    const server = await startServer(t);
    const removed = await aMember(server, 'admin');
    const first = await aKey(removed.call);
    const second = await aKey(withKey(server, first.key));
    const third = await aKey(withKey(server, second.key));
    const invited = [];
    for (const { key } of [first, second, third]) invited.push(await anInvitation(withKey(server, key)));
    const other = await aKey(withKey(server, server.teamKey));
    assert.deepEqual(
      [first, second, third].map(({ apiKey }) => apiKey.createdBy),
      [removed.id, first.apiKey.id, second.apiKey.id],
    );
    assert.equal(invited[2]?.invitation.createdBy, third.apiKey.id);
    assert.equal((await team(server, 'PATCH', `/members/${removed.id}`, { disabled: true })).status, 200);
    for (const { key } of [first, second, third]) {
      assertUnauthorized(await server.call('GET', PROJECTS, { token: key }), PROJECTS, 'invalid_token');
    }
    for (const { token } of invited) assertProblem(await accept(server, token), 404, 'not-found', ACCEPT);
    assert.equal((await server.call('GET', PROJECTS, { token: other.key })).status, 200);
  });

  test('revoked keys stay revoked, and are not suspended', async (t) => {
    const server = await startServer(t);
    const removed = await aMember(server, 'admin');
    const { apiKey } = await aKey(removed.call);
    assert.equal((await removed.call('DELETE', `/api-keys/${apiKey.id}`)).status, 204);
    assert.equal((await team(server, 'PATCH', `/members/${removed.id}`, { disabled: true })).status, 200);
    const { revokedAt, suspendedAt } = await keyOf(server, apiKey.id);
    assert.deepEqual([revokedAt, suspendedAt], ['2026-01-01T12:00:00.000Z', null]);
  });

  test('streams of the suspended keys end at once, and the change feed reports it', async (t) => {
    const server = await startServer(t);
    const removed = await aMember(server, 'admin');
    const { key } = await aKey(removed.call);
    const child = await aKey(withKey(server, key));
    const streams = await Promise.all(
      [key, child.key].map((token) => openStream(t, server, { headers: { authorization: `Bearer ${token}` } })),
    );
    const console = await openStream(t, server);
    await forgetEarlierEvents(server, console);
    assert.equal((await team(server, 'PATCH', `/members/${removed.id}`, { disabled: true })).status, 200);
    await Promise.all(streams.map(({ ended }) => ended));
    await console.received(({ name, data }) => name === 'settings' && data.what === 'api-keys');
    await console.received(({ name, data }) => name === 'settings' && data.what === 'members');
  });
});

suite('a revoked key', () => {
  test('loses its grants: its invitations are deleted, and its keys are suspended', async (t) => {
    const server = await startServer(t);
    const owner = await aMember(server, 'owner');
    const first = await aKey(owner.call);
    const second = await aKey(withKey(server, first.key));
    const third = await aKey(withKey(server, second.key));
    const sibling = await aKey(owner.call);
    const invited = [await anInvitation(withKey(server, first.key)), await anInvitation(withKey(server, third.key))];
    const kept = await anInvitation(owner.call);
    const stream = await openStream(t, server, { headers: { authorization: `Bearer ${third.key}` } });
    const console = await openStream(t, server);
    await forgetEarlierEvents(server, console);
    assert.equal((await owner.call('DELETE', `/api-keys/${first.apiKey.id}`)).status, 204);
    for (const { key } of [first, second, third]) {
      assertUnauthorized(await server.call('GET', PROJECTS, { token: key }), PROJECTS, 'invalid_token');
    }
    for (const { token } of invited) assertProblem(await accept(server, token), 404, 'not-found', ACCEPT);
    assert.equal((await keyOf(server, first.apiKey.id)).suspendedAt, null);
    assert.notEqual((await keyOf(server, third.apiKey.id)).suspendedAt, null);
    assert.equal((await server.call('GET', PROJECTS, { token: sibling.key })).status, 200);
    assert.equal((await accept(server, kept.token)).status, 201);
    await stream.endsSoon();
    await console.received(({ name, data }) => name === 'settings' && data.what === 'api-keys');
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { cookieOf, SESSION, session, signIn } from '../../../helpers/accounts.ts';
import { assertInvalid, assertProblem, assertUnauthorized } from '../../../helpers/assert-problem.ts';
import { aMember, aProject, PASSWORD, team } from '../../../helpers/builders.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';

const PATH = '/api/v1/team/members';
const NEW_PASSWORD = 'another long password';

const owners = async (server: TestServer) => {
  const { members } = (await team(server, 'GET', '/members')).body;
  return members.filter(({ role, disabled }: { role: string; disabled: boolean }) => role === 'owner' && !disabled)
    .length;
};

suite('a member', () => {
  test('is listed with all but its secrets, oldest first', async (t) => {
    const server = await startServer(t);
    const [one, other] = [await aMember(server, 'owner'), await aMember(server, 'viewer')];
    const { body, text } = await team(server, 'GET', '/members');
    assert.deepEqual(
      body.members.map(({ id, role }: Record<string, string>) => [id, role]),
      [
        [one.id, 'owner'],
        [other.id, 'viewer'],
      ],
    );
    assert.doesNotMatch(text, /argon2|password/);
  });

  test('has its new role and projects from the very next request on', async (t) => {
    const server = await startServer(t);
    const [{ id: first }, { id: second }] = [await aProject(server), await aProject(server)];
    const member = await aMember(server, 'agent');
    const changed = await team(server, 'PATCH', `/members/${member.id}`, { role: 'admin', projectIds: [first] });
    assert.deepEqual([changed.status, changed.body.role, changed.body.projectIds], [200, 'admin', [first]]);
    assert.equal((await member.call('PATCH', `/projects/${first}`, { name: 'New' })).status, 200);
    assert.equal((await member.call('PATCH', `/projects/${second}`, { name: 'New' })).status, 404);
    assertInvalid(
      await team(server, 'PATCH', `/members/${member.id}`, { projectIds: ['prj_a'] }),
      `${PATH}/${member.id}`,
      'projectIds',
    );
  });

  test('who is disabled is signed out everywhere, and can be let in again', async (t) => {
    const server = await startServer(t);
    const member = await aMember(server);
    assert.equal((await team(server, 'PATCH', `/members/${member.id}`, { disabled: true })).body.disabled, true);
    assertUnauthorized(await session(server, member.cookie), SESSION);
    assert.equal((await signIn(server, member.email)).status, 401);
    assert.equal((await team(server, 'PATCH', `/members/${member.id}`, { disabled: false })).status, 200);
    assertUnauthorized(await session(server, member.cookie), SESSION);
    assert.equal((await signIn(server, member.email)).status, 200);
  });

  test('who is an admin cannot change an owner, make one, or leave its projects', async (t) => {
    const server = await startServer(t);
    const [own, other] = [await aProject(server), await aProject(server)];
    const [owner, admin] = [await aMember(server, 'owner'), await aMember(server, 'admin', { projectIds: [own.id] })];
    const inside = await aMember(server, 'viewer', { projectIds: [own.id] });
    const outside = await aMember(server, 'viewer', { projectIds: [other.id] });
    const change = async (id: string, body: object) => (await admin.call('PATCH', `/members/${id}`, body)).status;
    assert.equal(await change(owner.id, { disabled: true }), 403);
    assert.equal(await change(outside.id, { disabled: true }), 403);
    assert.equal(await change(inside.id, { role: 'owner' }), 403);
    assert.equal(await change(inside.id, { projectIds: null }), 403);
    assert.equal(await change(inside.id, { projectIds: [own.id, other.id] }), 403);
    assert.equal(await change(admin.id, { role: 'owner' }), 403);
    assert.equal(await change(inside.id, { role: 'admin' }), 200);
    assert.equal((await admin.call('POST', `/members/${owner.id}/password-link`)).status, 403);
  });
});

suite('the last owner', () => {
  test('can be neither disabled nor made less, until there is another', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const owner = await aMember(server, 'owner');
    await aMember(server, 'owner', { projectIds: [project.id] });
    const gone = await aMember(server, 'owner');
    assert.equal((await team(server, 'PATCH', `/members/${gone.id}`, { disabled: true })).status, 200);
    const path = `${PATH}/${owner.id}`;
    const change = (body: object) => team(server, 'PATCH', `/members/${owner.id}`, body);
    assertInvalid(await change({ disabled: true }), path, 'disabled');
    assertInvalid(await change({ role: 'admin' }), path, 'role');
    const limited = await change({ projectIds: [project.id] });
    assertInvalid(limited, path, 'projectIds');
    assert.match(limited.body.detail, /last owner/);
    await aMember(server, 'owner');
    assert.equal((await change({ role: 'admin' })).status, 200);
  });

  test('is not lost to two who are made less at once', async (t) => {
    const server = await startServer(t);
    for (let round = 0; round < 10; round++) {
      const pair = [await aMember(server, 'owner'), await aMember(server, 'owner')];
      const [keeper] = (await team(server, 'GET', '/members')).body.members.filter(
        ({ id, role }: { id: string; role: string }) => role === 'owner' && !pair.some((one) => one.id === id),
      );
      if (keeper !== undefined) await team(server, 'PATCH', `/members/${keeper.id}`, { role: 'viewer' });
      const replies = await Promise.all(
        pair.map(({ id }) => team(server, 'PATCH', `/members/${id}`, { role: 'viewer' })),
      );
      assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 400]);
      assert.equal(await owners(server), 1);
    }
  });
});

suite('a password', () => {
  test('that is new needs the current one, and ends all other sessions', async (t) => {
    const server = await startServer(t);
    const member = await aMember(server);
    const elsewhere = cookieOf(await signIn(server, member.email));
    const path = '/api/v1/team/account';
    const change = (body: object) => member.call('PATCH', '/account', { newPassword: NEW_PASSWORD, ...body });
    assertInvalid(await change({}), path, 'currentPassword');
    assertInvalid(await change({ currentPassword: 'wrong' }), path, 'currentPassword');
    assert.equal((await session(server, elsewhere)).status, 200);
    assert.equal((await change({ currentPassword: PASSWORD })).status, 200);
    assertUnauthorized(await session(server, elsewhere), SESSION);
    assert.equal((await session(server, member.cookie)).status, 200);
    assert.equal((await signIn(server, member.email)).status, 401);
    assert.equal((await signIn(server, member.email, NEW_PASSWORD)).status, 200);
    assert.equal((await member.call('PATCH', '/account', { name: 'Grace' })).body.name, 'Grace');
  });

  test('is guessed a few times only with a session that was left open', async (t) => {
    const server = await startServer(t, { env: { RATE_LIMIT_SIGN_IN: '2' } });
    const member = await aMember(server);
    const guess = () => member.call('PATCH', '/account', { currentPassword: 'guess', newPassword: NEW_PASSWORD });
    assert.deepEqual([(await guess()).status, (await guess()).status, (await guess()).status], [400, 400, 429]);
  });

  test('that was forgotten is set by a link, once, and ends all sessions', async (t) => {
    const server = await startServer(t);
    const [owner, member] = [await aMember(server, 'owner'), await aMember(server, 'owner')];
    const link = () => owner.call('POST', `/members/${member.id}/password-link`);
    const replaced = (await link()).body.token;
    const { status, body, text } = await link();
    assert.equal(status, 201, text);
    assert.deepEqual([body.invitation.memberId, body.invitation.email], [member.id, member.email]);
    const path = '/api/v1/team/invitations/accept';
    const accept = (token: string) => server.call('POST', path, { body: { token, password: NEW_PASSWORD } });
    assertProblem(await accept(replaced), 404, 'not-found', path);
    assert.equal((await accept(body.token)).status, 201);
    assertProblem(await accept(body.token), 404, 'not-found', path);
    assertUnauthorized(await session(server, member.cookie), SESSION);
    assert.equal((await signIn(server, member.email)).status, 401);
    assert.equal((await signIn(server, member.email, NEW_PASSWORD)).body.member.id, member.id);
    assert.equal((await team(server, 'GET', '/members')).body.members.length, 2);
  });

  test('is not set by a link that was made for what the member was before', async (t) => {
    const server = await startServer(t);
    const [admin, member] = [await aMember(server, 'admin'), await aMember(server)];
    const { token } = (await admin.call('POST', `/members/${member.id}/password-link`)).body;
    assert.equal((await team(server, 'PATCH', `/members/${member.id}`, { role: 'owner' })).status, 200);
    const path = '/api/v1/team/invitations/accept';
    const reply = await server.call('POST', path, { body: { token, password: NEW_PASSWORD } });
    assertProblem(reply, 404, 'not-found', path);
  });

  test('of a disabled member has no link', async (t) => {
    const server = await startServer(t);
    const [owner, member] = [await aMember(server, 'owner'), await aMember(server)];
    const { token } = (await owner.call('POST', `/members/${member.id}/password-link`)).body;
    await team(server, 'PATCH', `/members/${member.id}`, { disabled: true });
    const body = { token, password: NEW_PASSWORD };
    assert.equal((await server.call('POST', '/api/v1/team/invitations/accept', { body })).status, 404);
    const path = `/members/${member.id}/password-link`;
    assertProblem(await owner.call('POST', path), 409, 'member-disabled', `/api/v1/team${path}`);
  });
});

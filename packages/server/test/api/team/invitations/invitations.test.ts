import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { newInvitation } from '../../../../src/domain/invitation.ts';
import { DAY } from '../../../../src/domain/time.ts';
import { cookieOf, getSession, signIn } from '../../../helpers/accounts.ts';
import { assertInvalid, assertLimited, assertProblem } from '../../../helpers/assert-problem.ts';
import { aMember, aProject, team } from '../../../helpers/builders.ts';
import type { Reply } from '../../../helpers/call.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { assertAllNotFound, strangeIds } from '../../../helpers/strange-ids.ts';

const PATH = '/api/v1/team/invitations';
const NEW_PASSWORD = 'a long enough password';

const invite = (server: TestServer, fields: object = {}) =>
  team(server, 'POST', '/invitations', { email: 'Ada@Studio.example', role: 'agent', ...fields });

const look = (server: TestServer, token: string) => server.call('POST', `${PATH}/look`, { body: { token } });

const accept = (server: TestServer, token: string, fields: object = {}): Promise<Reply> =>
  server.call('POST', `${PATH}/accept`, { body: { token, name: 'Ada', password: NEW_PASSWORD, ...fields } });

suite('an invitation', () => {
  test('lets somebody join with its role and projects', async (t) => {
    const server = await startServer(t);
    const project = await aProject(server);
    const { status, body, text, headers } = await invite(server, { projectIds: [project.id] });
    assert.equal(status, 201, text);
    assert.match(body.token, /^inv_[\w-]{43}$/);
    const shown = {
      id: body.invitation.id,
      email: 'ada@studio.example',
      role: 'agent',
      projectIds: [project.id],
      memberId: null,
      createdAt: '2026-01-01T12:00:00.000Z',
      expiresAt: '2026-01-08T12:00:00.000Z',
      createdBy: (await server.store.apiKeys.list())[0]?.api_key_id,
    };
    assert.deepEqual(body.invitation, shown);
    assert.equal(headers.get('location'), `${PATH}/${shown.id}`);
    assert.deepEqual((await look(server, body.token)).body, shown);
    assert.deepEqual((await team(server, 'GET', '/invitations')).body.invitations, [shown]);

    const joined = await accept(server, body.token);
    assert.equal(joined.status, 201, joined.text);
    const { member } = (await getSession(server, cookieOf(joined))).body;
    assert.deepEqual(
      [member.email, member.name, member.role, member.projectIds],
      ['ada@studio.example', 'Ada', 'agent', [project.id]],
    );
    assert.equal((await signIn(server, 'ada@studio.example', NEW_PASSWORD)).status, 200);
    assert.deepEqual((await team(server, 'GET', '/invitations')).body.invitations, []);
  });

  test('works once, even if it is used twice at the same time', async (t) => {
    const server = await startServer(t);
    const { token } = (await invite(server)).body;
    const both = await Promise.all([accept(server, token), accept(server, token, { name: 'Eve' })]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 404]);
    assertProblem(await accept(server, token), 404, 'not-found', `${PATH}/accept`);
    assertProblem(await look(server, token), 404, 'not-found', `${PATH}/look`);
    assert.equal((await team(server, 'GET', '/members')).body.members.length, 1);
  });

  test('makes only one member if two are open for the same address', async (t) => {
    const server = await startServer(t);
    const tokens = [(await invite(server)).body.token, (await invite(server)).body.token];
    const both = await Promise.all(tokens.map((token) => accept(server, token)));
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409]);
    assert.equal((await team(server, 'GET', '/members')).body.members.length, 1);
    assert.equal((await team(server, 'GET', '/invitations')).body.invitations.length, 1, 'the refused one stays');
  });

  test('expires after 7 days', async (t) => {
    const server = await startServer(t);
    const { token } = (await invite(server)).body;
    server.clock.advance(7 * DAY - 1);
    assert.equal((await look(server, token)).status, 200);
    server.clock.advance(1);
    assertProblem(await look(server, token), 404, 'not-found', `${PATH}/look`);
    assertProblem(await accept(server, token), 404, 'not-found', `${PATH}/accept`);
    assert.deepEqual((await team(server, 'GET', '/invitations')).body.invitations, []);
  });

  test('can be deleted', async (t) => {
    const server = await startServer(t);
    const { token, invitation } = (await invite(server)).body;
    assert.equal((await team(server, 'DELETE', `/invitations/${invitation.id}`)).status, 204);
    assertProblem(await accept(server, token), 404, 'not-found', `${PATH}/accept`);
    await assertAllNotFound(
      strangeIds(invitation.id).filter((id) => id !== ''),
      (id) => `${PATH}/${id}`,
      (path) => server.call('DELETE', path, { token: server.teamKey }),
    );
  });

  test('is stored only as a hash', async (t) => {
    const server = await startServer(t);
    const { token } = (await invite(server)).body;
    const rows = await server.store.invitations.list(server.clock.now);
    assert.equal(rows.length, 1);
    assert.ok(!JSON.stringify(rows).includes(token.slice('inv_'.length)));
    assert.ok(!server.log.join('').includes(token));
  });

  test('gives no more access than its creator has', async (t) => {
    const server = await startServer(t);
    const [own, other] = [await aProject(server), await aProject(server)];
    const admin = await aMember(server, 'admin', { projectIds: [own.id] });
    const ask = async (role: string, projectIds: unknown) =>
      (await admin.call('POST', '/invitations', { email: 'x@studio.example', role, projectIds })).status;
    assert.equal(await ask('admin', [own.id]), 201);
    assert.equal(await ask('owner', [own.id]), 403);
    assert.equal(await ask('viewer', [other.id]), 403);
    assert.equal(await ask('viewer', [own.id, other.id]), 403);
    assert.equal(await ask('viewer', null), 403);
    assert.equal((await admin.call('GET', '/invitations')).body.invitations.length, 1);
    // An admin must not see or withdraw an owner's invitation.
    const { invitation } = (await invite(server, { role: 'owner' })).body;
    assert.equal((await admin.call('GET', '/invitations')).body.invitations.length, 1);
    assert.equal((await admin.call('DELETE', `/invitations/${invitation.id}`)).status, 404);
  });
});

suite('invitations refuse', () => {
  test('400: an invalid address or role, or an unknown project', async (t) => {
    const server = await startServer(t);
    assertInvalid(await invite(server, { email: 'no address', role: 'king' }), PATH, 'email', 'role');
    assertInvalid(await invite(server, { projectIds: ['prj_a'] }), PATH, 'projectIds');
  });

  test('400: a password of fewer than 12 characters, or no name', async (t) => {
    const server = await startServer(t);
    const { token } = (await invite(server)).body;
    assertInvalid(await accept(server, token, { password: 'elevenchars' }), `${PATH}/accept`, 'password');
    assertInvalid(await accept(server, token, { name: undefined }), `${PATH}/accept`, 'name');
    assert.equal((await accept(server, token)).status, 201, 'it is still good');
  });

  test('409: a member with this address', async (t) => {
    const server = await startServer(t);
    const { email } = await aMember(server);
    assertProblem(await invite(server, { email: email.toUpperCase() }), 409, 'already-exists', PATH);
  });

  test('403: joining from a page of another site', async (t) => {
    const server = await startServer(t);
    const { token } = (await invite(server)).body;
    const body = { token, name: 'Ada', password: NEW_PASSWORD };
    const headers = { 'sec-fetch-site': 'cross-site' };
    assertProblem(await server.call('POST', `${PATH}/accept`, { body, headers }), 403, 'cross-site', `${PATH}/accept`);
  });

  test('429: too many requests from one address', async (t) => {
    const server = await startServer(t, { config: { limits: { joinAddress: 2 } } });
    for (let count = 0; count < 2; count++) assert.equal((await look(server, 'inv_guess')).status, 404);
    const limit = { quota: 2, window: 60, wait: 60 };
    assertLimited(await look(server, 'inv_guess'), `${PATH}/look`, limit);
    assertLimited(await accept(server, 'inv_guess'), `${PATH}/accept`, limit);
  });
});

test('the link of the first start needs an address', async (t) => {
  const server = await startServer(t);
  const { token, row } = newInvitation({ email: null, role: 'owner', projectIds: null }, server.clock.now);
  await server.store.invitations.insert(row);
  assertInvalid(await accept(server, token), `${PATH}/accept`, 'email');
  const { status, body } = await accept(server, token, { email: 'Owner@Studio.example' });
  assert.deepEqual([status, body.member.email, body.member.role], [201, 'owner@studio.example', 'owner']);
});

suite('links for a first owner', () => {
  /** Creates a link for an owner as the first start prints it. */
  async function firstOwnerLink({ store, clock }: TestServer): Promise<string> {
    const { token, row } = newInvitation({ email: null, role: 'owner', projectIds: null }, clock.now);
    await store.invitations.insert(row);
    return token;
  }

  const joinAs = (server: TestServer, token: string, email: string) => accept(server, token, { email });

  test('end when an owner has joined by any link; other invitations stay', async (t) => {
    for (const invited of [false, true]) {
      const server = await startServer(t);
      const [used, other] = [await firstOwnerLink(server), await firstOwnerLink(server)];
      const agent = (await invite(server)).body.token;
      const second = (await invite(server, { role: 'owner', email: 'second@studio.example' })).body.token;
      const owner = invited ? (await invite(server, { role: 'owner', email: 'o@studio.example' })).body.token : used;
      assert.equal((await joinAs(server, owner, 'o@studio.example')).status, 201);
      const left = invited ? [used, other] : [other];
      for (const token of left) {
        assertProblem(await joinAs(server, token, 'x@studio.example'), 404, 'not-found', `${PATH}/accept`);
      }
      for (const token of [agent, second]) assert.equal((await accept(server, token)).status, 201);
    }
  });

  test('end when a member becomes an owner', async (t) => {
    const server = await startServer(t);
    const link = await firstOwnerLink(server);
    const admin = await aMember(server, 'admin');
    assert.equal((await team(server, 'PATCH', `/members/${admin.id}`, { projectIds: null })).status, 200);
    assert.equal((await team(server, 'GET', '/invitations')).body.invitations.length, 1);
    assert.equal((await team(server, 'PATCH', `/members/${admin.id}`, { role: 'owner' })).status, 200);
    assertProblem(await accept(server, link, { email: 'x@studio.example' }), 404, 'not-found', `${PATH}/accept`);
  });

  test('stay while only others join, and after an owner failed to join', async (t) => {
    const server = await startServer(t);
    const [token, other] = [await firstOwnerLink(server), await firstOwnerLink(server)];
    assert.equal((await accept(server, (await invite(server)).body.token)).status, 201);
    assert.equal((await joinAs(server, other, 'ada@studio.example')).status, 409);
    assert.equal((await joinAs(server, token, 'owner@studio.example')).status, 201);
  });

  test('make only one owner if two are used at the same time', async (t) => {
    const server = await startServer(t);
    const tokens = [await firstOwnerLink(server), await firstOwnerLink(server)];
    const both = await Promise.all(tokens.map((token, index) => joinAs(server, token, `o${index}@studio.example`)));
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 404]);
    assert.deepEqual((await team(server, 'GET', '/invitations')).body.invitations, []);
    assert.equal((await team(server, 'GET', '/members')).body.members.length, 1);
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HOUR } from '../../../../src/domain/time.ts';
import { updateMember } from '../../../../src/team/members/update-member.ts';
import { getSession, SESSION, signIn } from '../../../helpers/accounts.ts';
import { assertInvalid, assertUnauthorized } from '../../../helpers/assert-problem.ts';
import { aMember, aPlayer, aProject, aTicket, team } from '../../../helpers/builders.ts';
import { forgetEarlierEvents, isTicket, openStream, resetAfterSettings } from '../../../helpers/event-streams.ts';
import { startServer, type TestServer } from '../../../helpers/harness.ts';
import { aNode, aReceiver, tell, WEBHOOKS } from '../../../helpers/notifications.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import type { RequestParts, TeamGiven } from '../../../helpers/operation/facts.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aMemberWithWebhook, aViewer } from '../../../helpers/things.ts';

const PATH = '/api/v1/team/members';

const owners = async (server: TestServer) => {
  const { members } = (await team(server, 'GET', '/members')).body;
  return members.filter(({ role, disabled }: { role: string; disabled: boolean }) => role === 'owner' && !disabled)
    .length;
};

async function withKeysToSuspend({ server }: TeamGiven): Promise<RequestParts> {
  const creator = await aMember(server, 'owner');
  assert.equal((await creator.call('POST', '/api-keys', { name: 'n', role: 'admin' })).status, 201);
  return { params: { memberId: creator.id }, body: { disabled: true } };
}

async function withWebhook({ server }: TeamGiven): Promise<RequestParts> {
  return { params: { memberId: (await aMemberWithWebhook(server)).id }, body: { disabled: true } };
}

testTeamOperation(
  updateMember,
  {
    access: { role: 'admin', elsewhere: 403 },
    request: async ({ server, project }) => {
      const { id: memberId, cookie } = await aViewer(server, project);
      return { params: { memberId }, body: { disabled: true }, ends: [{ cookie }] };
    },
    statuses: {
      400: changed({ body: { role: 'king' } }),
      404: changed({ params: { memberId: 'mem_a' } }),
    },
    statements: {
      usual: 13,
      cases: { 'with API keys to suspend': [14, withKeysToSuspend], 'with a webhook': [14, withWebhook] },
    },
    changeFeed: [settingsChange('members'), settingsChange('api-keys')],
  },
  () => {
    suite('a member', () => {
      test('has its new role and projects from the next request on', async (t) => {
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

      test('is signed out everywhere when it is disabled, and can be enabled again', async (t) => {
        const server = await startServer(t);
        const member = await aMember(server);
        assert.equal((await team(server, 'PATCH', `/members/${member.id}`, { disabled: true })).body.disabled, true);
        assertUnauthorized(await getSession(server, member.cookie), SESSION);
        assert.equal((await signIn(server, member.email)).status, 401);
        assert.equal((await team(server, 'PATCH', `/members/${member.id}`, { disabled: false })).status, 200);
        assertUnauthorized(await getSession(server, member.cookie), SESSION);
        assert.equal((await signIn(server, member.email)).status, 200);
      });

      test('loses the webhook when it is disabled, with what waits for it', async (t) => {
        const server = await startServer(t, { env: WEBHOOKS });
        const receiver = await aReceiver(t);
        const member = await aMemberWithWebhook(server, receiver.url);
        const player = await aPlayer(server);
        server.clock.advance(1000);
        await aTicket(server, player);
        const node = aNode(server);
        receiver.answer = (response) => void response.writeHead(503).end();
        await tell(server, node);
        assert.equal(receiver.requests.length, 1);
        receiver.answer = (response) => void response.writeHead(204).end();
        const change = (body: object) => team(server, 'PATCH', `/members/${member.id}`, body);
        assert.equal((await change({ role: 'viewer' })).status, 200);
        assert.equal((await member.call('GET', '/account/notifications')).body.webhookFormat, 'slack');
        assert.equal((await change({ disabled: true })).status, 200);
        const [entry] = (await team(server, 'GET', '/audit')).body.entries;
        assert.deepEqual(entry.details, { disabled: true, removedWebhook: new URL(receiver.url).host });
        assert.equal((await change({ disabled: false })).status, 200);
        assert.equal((await team(server, 'GET', '/members')).body.members[0].webhookHost, null);
        await aTicket(server, player);
        await tell(server, node, HOUR);
        await tell(server, node, HOUR);
        assert.equal(receiver.requests.length, 1);
      });

      test('that is an admin cannot change or make an owner, or give access to projects of others', async (t) => {
        const server = await startServer(t);
        const [own, other] = [await aProject(server), await aProject(server)];
        const [owner, admin] = [
          await aMember(server, 'owner'),
          await aMember(server, 'admin', { projectIds: [own.id] }),
        ];
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

    test('200: the stream of a member whose projects change is reset, and then follows the new projects', async (t) => {
      const server = await startServer(t);
      const [before, after] = [await aPlayer(server), await aPlayer(server)];
      const member = await aMember(server, 'agent', { projectIds: [before.project.id] });
      const reader = await openStream(t, server, { headers: { cookie: member.cookie } });
      await forgetEarlierEvents(server, reader);
      const projectIds = [after.project.id];
      assert.equal((await team(server, 'PATCH', `/members/${member.id}`, { projectIds })).status, 200);
      await resetAfterSettings(reader);
      const hidden = await aTicket(server, before);
      await reader.received(isTicket(await aTicket(server, after)));
      assert.ok(!reader.text().includes(hidden));
    });

    suite('the last owner', () => {
      test('cannot be disabled or get a lower role while there is no other', async (t) => {
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

      test('stays when two owners get a lower role at the same time', async (t) => {
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
  },
);

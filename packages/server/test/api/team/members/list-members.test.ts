import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listMembers } from '../../../../src/team/members/list-members.ts';
import { aMember, team } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aMemberWithWebhook } from '../../../helpers/things.ts';

testTeamOperation(
  listMembers,
  {
    access: { role: 'viewer', elsewhere: 'no project' },
    request: () => ({}),
    statements: { usual: 3 },
  },
  () => {
    test('200: members without their secrets, oldest first', async (t) => {
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

    test('200: below admin it has no addresses and no second factors', async (t) => {
      const server = await startServer(t);
      const [admin, agent, viewer] = [
        await aMember(server, 'admin'),
        await aMember(server, 'agent'),
        await aMember(server, 'viewer'),
      ];
      type Listed = Readonly<Record<string, unknown>>;
      const seenBy = async ({ call }: typeof admin) => (await call('GET', '/members')).body.members as Listed[];
      const all = await seenBy(admin);
      assert.ok(all.every(({ email, totp }) => typeof email === 'string' && totp === false));
      for (const member of [agent, viewer]) {
        assert.deepEqual(
          await seenBy(member),
          all.map((one) => ({
            ...one,
            ...{ email: null, totp: null, oidc: null, passkey: null, passkeyUsable: null, wrongCodesAt: null },
          })),
        );
      }
    });

    test('200: admins see the host of a webhook, and nobody else', async (t) => {
      const server = await startServer(t);
      const member = await aMemberWithWebhook(server);
      const hosts = async (role: 'admin' | 'agent') => {
        const { body, text } = await (await aMember(server, role)).call('GET', '/members');
        assert.doesNotMatch(text, /secret/);
        return body.members.map(({ webhookHost }: Record<string, unknown>) => webhookHost);
      };
      assert.deepEqual(await hosts('admin'), ['93.184.216.34', null]);
      assert.deepEqual(await hosts('agent'), [null, null, null]);
      assert.equal((await member.call('GET', '/members')).body.members[0].webhookHost, null);
    });
  },
);

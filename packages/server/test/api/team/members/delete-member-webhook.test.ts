import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteMemberWebhook } from '../../../../src/team/members/delete-member-webhook.ts';
import { assertProblem } from '../../../helpers/assert-problem.ts';
import { aMember, aPlayer, aProject, aTicket, team } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { aNode, aReceiver, tell, WEBHOOKS } from '../../../helpers/notifications.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aMemberWithWebhook } from '../../../helpers/things.ts';

const ADDRESS = 'https://93.184.216.34/secret';

testTeamOperation(
  deleteMemberWebhook,
  {
    access: { role: 'admin', elsewhere: 403 },
    request: async ({ server, project }) => {
      const member = await aMemberWithWebhook(server, ADDRESS, 'viewer', { projectIds: [project.id] });
      return { params: { memberId: member.id } };
    },
    statuses: {
      404: changed({ params: { memberId: 'mem_a' } }),
    },
    statements: { usual: 6 },
    changeFeed: [settingsChange('members')],
  },
  () => {
    test('204: nothing more is sent, and the audit log has the host', async (t) => {
      const server = await startServer(t, { env: WEBHOOKS });
      const receiver = await aReceiver(t);
      const member = await aMemberWithWebhook(server, receiver.url);
      const player = await aPlayer(server);
      server.clock.advance(1000);
      await aTicket(server, player);
      const path = `/members/${member.id}/webhook`;
      assert.equal((await team(server, 'DELETE', path)).status, 204);
      await tell(server, aNode(server));
      assert.equal(receiver.requests.length, 0);
      const [entry] = (await team(server, 'GET', '/audit')).body.entries;
      assert.deepEqual(
        [entry.action, entry.target, entry.details],
        ['DeleteMemberWebhook', member.id, { removedWebhook: new URL(receiver.url).host }],
      );
      assertProblem(await team(server, 'DELETE', path), 404, 'not-found', `/api/v1/team${path}`);
    });

    test('403: an admin cannot remove the webhook of an owner, or of a member of other projects', async (t) => {
      const server = await startServer(t);
      const [own, other] = [await aProject(server), await aProject(server)];
      const admin = await aMember(server, 'admin', { projectIds: [own.id] });
      const owner = await aMemberWithWebhook(server, ADDRESS, 'owner', { projectIds: [own.id] });
      const outside = await aMemberWithWebhook(server, ADDRESS, 'viewer', { projectIds: [other.id] });
      for (const { id } of [owner, outside]) {
        const path = `/members/${id}/webhook`;
        assertProblem(await admin.call('DELETE', path), 403, 'forbidden', `/api/v1/team${path}`);
      }
      const { members } = (await admin.call('GET', '/members')).body;
      assert.equal(members.filter(({ webhookHost }: { webhookHost: unknown }) => webhookHost !== null).length, 2);
    });
  },
);

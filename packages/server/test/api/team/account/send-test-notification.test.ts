import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendTestNotification } from '../../../../src/team/account/send-test-notification.ts';
import { aMember } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { aReceiver, listen } from '../../../helpers/notifications.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(
  sendTestNotification,
  {
    access: { role: 'viewer', elsewhere: 'own account' },
    // Needs no network without a mail server.
    request: () => ({ body: { channel: 'mail' } }),
    statuses: {
      400: changed({ body: { channel: 'webhook' } }),
    },
    changeFeed: [],
    statements: { usual: 2 },
  },
  () => {
    test('says whether the message arrived, a few times a minute', async (t) => {
      const server = await startServer(t, { env: { WEBHOOK_ALLOW_PRIVATE: 'on' } });
      const receiver = await aReceiver(t);
      const member = await aMember(server);
      const send = (channel: string) => member.call('POST', '/account/notifications/test', { channel });
      await listen(member, { webhookFormat: 'slack', webhookAddress: receiver.url, language: 'de' });
      assert.deepEqual((await send('webhook')).body, { error: null });
      assert.match(receiver.requests[0]?.body.text, /^Dies ist ein Test/);
      receiver.answer = (response) => void response.writeHead(404).end();
      assert.deepEqual((await send('webhook')).body, { error: 'http-404' });
      assert.deepEqual((await send('mail')).body, { error: 'no-mail' });
      assert.equal((await send('mail')).status, 200);
      assert.equal((await send('mail')).status, 429);
      assert.equal((await send('webhook')).status, 429);
      assert.equal(receiver.requests.length, 2);
    });
  },
);

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getNotificationSettings } from '../../../../src/team/account/get-notification-settings.ts';
import { aMember } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

const NEVER = { waiting: false, stopped: false, lastSentAt: null, lastErrorAt: null, lastError: null };

testTeamOperation(
  getNotificationSettings,
  {
    access: { role: 'viewer', elsewhere: 'own account' },
    request: () => ({}),
    statements: { usual: 2 },
  },
  () => {
    test('a member who chose nothing is told nothing', async (t) => {
      const member = await aMember(await startServer(t));
      assert.deepEqual((await member.call('GET', '/account/notifications')).body, {
        language: null,
        timeZone: null,
        quietFrom: null,
        quietTo: null,
        waitingMinutes: 480,
        digestAt: null,
        mail: [],
        webhook: [],
        mailAvailable: false,
        mailState: NEVER,
        webhookFormat: null,
        webhookAddress: null,
        webhookState: NEVER,
        webhookSecret: null,
      });
    });
  },
);

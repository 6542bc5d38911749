import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FREE_CODES } from '../../../../src/domain/second-factor.ts';
import { endTotp } from '../../../../src/team/account/end-totp.ts';
import { aMember, PASSWORD } from '../../../helpers/builders.ts';
import { startServer } from '../../../helpers/harness.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { withTotp } from '../../../helpers/things.ts';

testTeamOperation(
  endTotp,
  {
    access: { role: 'viewer', elsewhere: 'own account' },
    request: async ({ server, member }) => {
      const [code = '000000'] = member === undefined ? [] : await withTotp(server, member);
      return { body: { password: PASSWORD, code } };
    },
    statuses: {
      400: changed({ body: { password: 'wrong' } }),
    },
    statements: { usual: 5 },
    changeFeed: [settingsChange('members')],
  },
  () => {
    test('204: an alert about wrong codes stays until the member has seen it', async (t) => {
      const server = await startServer(t);
      const member = await aMember(server);
      const [, recovery = ''] = await withTotp(server, member);
      const end = async (code: string) =>
        (await member.call('POST', '/account/totp/end', { password: PASSWORD, code })).status;
      for (let count = 0; count < FREE_CODES; count++) assert.equal(await end('000000'), 400);
      const alert = async () => (await member.call('GET', '/session')).body.wrongCodesAt;
      const at = await alert();
      assert.notEqual(at, null);
      assert.equal(await end(recovery), 204);
      assert.equal(await alert(), at);
    });
  },
);

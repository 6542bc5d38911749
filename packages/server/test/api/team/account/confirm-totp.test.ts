import { confirmTotp } from '../../../../src/team/account/confirm-totp.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { changed, withSecondFactor } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { begunTotp } from '../../../helpers/things.ts';

testTeamOperation(confirmTotp, {
  access: { role: 'viewer', elsewhere: 'own account' },
  request: async ({ server, member }) => ({
    body: { code: member === undefined ? '000000' : await begunTotp(server, member) },
  }),
  statuses: {
    400: changed({ body: { code: '000000' } }),
    409: withSecondFactor,
  },
  statements: { usual: 4 },
  changeFeed: [settingsChange('members')],
});

import { confirmTotp } from '../../../../src/team/account/confirm-totp.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import {
  changed,
  fromAnotherSite,
  tooOftenWithoutCredentials,
  valid,
  withoutCredentials,
  withSecondFactor,
} from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { begunTotp } from '../../../helpers/things.ts';

testTeamOperation(confirmTotp, {
  access: { role: 'viewer', elsewhere: 'own account' },
  request: async ({ server, member }) => ({
    body: { code: member === undefined ? '000000' : await begunTotp(server, member) },
  }),
  statuses: {
    200: valid,
    400: changed({ body: { code: '000000' } }),
    401: withoutCredentials,
    403: fromAnotherSite,
    409: withSecondFactor,
    429: tooOftenWithoutCredentials,
  },
  statements: { usual: 4 },
  audited: true,
  changeFeed: [settingsChange('members')],
});

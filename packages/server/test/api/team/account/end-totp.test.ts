import { endTotp } from '../../../../src/team/account/end-totp.ts';
import { PASSWORD } from '../../../helpers/builders.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import {
  changed,
  fromAnotherSite,
  tooOftenWithoutCredentials,
  valid,
  withoutCredentials,
} from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { withTotp } from '../../../helpers/things.ts';

testTeamOperation(endTotp, {
  access: { role: 'viewer', elsewhere: 'own account' },
  request: async ({ server, member }) => {
    const [code = '000000'] = member === undefined ? [] : await withTotp(server, member);
    return { body: { password: PASSWORD, code } };
  },
  statuses: {
    204: valid,
    400: changed({ body: { password: 'wrong' } }),
    401: withoutCredentials,
    403: fromAnotherSite,
    429: tooOftenWithoutCredentials,
  },
  statements: { usual: 5 },
  audited: true,
  changeFeed: [settingsChange('members')],
});

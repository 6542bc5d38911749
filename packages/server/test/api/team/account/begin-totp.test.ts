import { beginTotp } from '../../../../src/team/account/begin-totp.ts';
import { PASSWORD } from '../../../helpers/builders.ts';
import {
  changed,
  fromAnotherSite,
  tooOftenWithoutCredentials,
  valid,
  withoutCredentials,
  withSecondFactor,
} from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(beginTotp, {
  access: { role: 'viewer', elsewhere: 'own account' },
  request: () => ({ body: { password: PASSWORD } }),
  statuses: {
    200: valid,
    400: changed({ body: { password: 'wrong' } }),
    401: withoutCredentials,
    403: fromAnotherSite,
    409: withSecondFactor,
    429: tooOftenWithoutCredentials,
  },
  statements: { usual: 5 },
  audited: true,
  changeFeed: [],
});

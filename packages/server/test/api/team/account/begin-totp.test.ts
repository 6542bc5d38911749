import { beginTotp } from '../../../../src/team/account/begin-totp.ts';
import {
  fromAnotherSite,
  tooOftenWithoutCredentials,
  valid,
  withoutCredentials,
  withSecondFactor,
} from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(beginTotp, {
  access: { role: 'viewer', elsewhere: 'own account' },
  request: () => ({}),
  statuses: {
    200: valid,
    401: withoutCredentials,
    403: fromAnotherSite,
    409: withSecondFactor,
    429: tooOftenWithoutCredentials,
  },
  statements: { usual: 3 },
  audited: true,
  changeFeed: [],
});

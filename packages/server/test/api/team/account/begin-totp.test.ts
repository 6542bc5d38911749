import { beginTotp } from '../../../../src/team/account/begin-totp.ts';
import { PASSWORD } from '../../../helpers/builders.ts';
import { changed, withSecondFactor } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(beginTotp, {
  access: { role: 'viewer', elsewhere: 'own account' },
  request: () => ({ body: { password: PASSWORD } }),
  statuses: {
    400: changed({ body: { password: 'wrong' } }),
    409: withSecondFactor,
  },
  changeFeed: [],
  statements: { usual: 5 },
});

import { beginPasskey } from '../../../../src/team/passkeys/begin-passkey.ts';
import { PASSWORD } from '../../../helpers/builders.ts';
import {
  changed,
  fromAnotherSite,
  tooOftenWithoutCredentials,
  valid,
  withoutCredentials,
} from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(beginPasskey, {
  access: { role: 'viewer', elsewhere: 'own account' },
  request: () => ({ body: { password: PASSWORD } }),
  statuses: {
    200: valid,
    400: changed({ body: { password: 'wrong' } }),
    401: withoutCredentials,
    403: fromAnotherSite,
    429: tooOftenWithoutCredentials,
  },
  statements: { usual: 4 },
  audited: false,
  changeFeed: [],
});

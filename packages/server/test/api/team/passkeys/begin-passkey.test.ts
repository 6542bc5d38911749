import { beginPasskey } from '../../../../src/team/passkeys/begin-passkey.ts';
import { PASSWORD } from '../../../helpers/builders.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(beginPasskey, {
  access: { role: 'viewer', elsewhere: 'own account' },
  request: () => ({ body: { password: PASSWORD } }),
  statuses: {
    400: changed({ body: { password: 'wrong' } }),
  },
  changeFeed: [],
  statements: { usual: 4 },
});

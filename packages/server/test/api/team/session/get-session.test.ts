import { getSession } from '../../../../src/team/session/get-session.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(getSession, {
  access: { role: 'viewer', elsewhere: 'own account' },
  request: () => ({}),
  statements: { usual: 0 },
});

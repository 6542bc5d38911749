import { listInvitations } from '../../../../src/team/invitations/list-invitations.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(listInvitations, {
  access: { role: 'admin', elsewhere: 'hidden' },
  request: () => ({}),
  statements: { usual: 1 },
});

import { listApiKeys } from '../../../../src/team/api-keys/list-api-keys.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(listApiKeys, {
  access: { role: 'admin', elsewhere: 'hidden' },
  request: () => ({}),
  statements: { usual: 1 },
});

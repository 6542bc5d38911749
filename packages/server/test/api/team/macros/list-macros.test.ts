import { listMacros } from '../../../../src/team/macros/list-macros.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(listMacros, {
  access: { role: 'viewer', elsewhere: 'hidden' },
  request: () => ({}),
  statements: { usual: 1 },
});

import { getTeamSettings } from '../../../../src/team/settings/get-team-settings.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(getTeamSettings, {
  access: { role: 'viewer', elsewhere: 'no project' },
  request: () => ({}),
  statements: { usual: 1 },
});

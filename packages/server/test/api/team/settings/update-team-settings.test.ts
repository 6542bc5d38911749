import { updateTeamSettings } from '../../../../src/team/settings/update-team-settings.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { changed, fromAnotherSite } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(updateTeamSettings, {
  access: { role: 'owner', elsewhere: 'all projects' },
  // Other tests share the server, so this changes nothing.
  request: () => ({ body: { secondFactorRequired: false } }),
  statuses: {
    400: changed({ body: { secondFactorRequired: 'yes' } }),
    403: fromAnotherSite,
    409: changed({ body: { secondFactorRequired: true } }),
  },
  statements: { usual: 1 },
  changeFeed: [settingsChange('members')],
});

import { getTeamSettings } from '../../../../src/team/settings/get-team-settings.ts';
import {
  fromAnotherSite,
  tooOftenWithoutCredentials,
  valid,
  withoutCredentials,
} from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(getTeamSettings, {
  access: { role: 'viewer', elsewhere: 'no project' },
  request: () => ({}),
  statuses: { 200: valid, 401: withoutCredentials, 403: fromAnotherSite, 429: tooOftenWithoutCredentials },
  statements: { usual: 1 },
  audited: false,
  changeFeed: [],
});

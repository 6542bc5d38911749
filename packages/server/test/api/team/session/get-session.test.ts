import { getSession } from '../../../../src/team/session/get-session.ts';
import {
  fromAnotherSite,
  tooOftenWithoutCredentials,
  valid,
  withoutCredentials,
} from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(getSession, {
  access: { role: 'viewer', elsewhere: 'own account' },
  request: () => ({}),
  statuses: { 200: valid, 401: withoutCredentials, 403: fromAnotherSite, 429: tooOftenWithoutCredentials },
  statements: { usual: 0 },
  audited: false,
  changeFeed: [],
});

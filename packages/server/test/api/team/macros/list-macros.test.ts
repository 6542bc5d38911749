import { listMacros } from '../../../../src/team/macros/list-macros.ts';
import {
  fromAnotherSite,
  tooOftenWithoutCredentials,
  valid,
  withoutCredentials,
} from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(listMacros, {
  access: { role: 'viewer', elsewhere: 'hidden' },
  request: () => ({}),
  statuses: { 200: valid, 401: withoutCredentials, 403: fromAnotherSite, 429: tooOftenWithoutCredentials },
  statements: { usual: 1 },
  audited: false,
  changeFeed: [],
});

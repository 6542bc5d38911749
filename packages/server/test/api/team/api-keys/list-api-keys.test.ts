import { listApiKeys } from '../../../../src/team/api-keys/list-api-keys.ts';
import {
  asViewer,
  tooOftenWithoutCredentials,
  valid,
  withoutCredentials,
} from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(listApiKeys, {
  access: { role: 'admin', elsewhere: 'hidden' },
  request: () => ({}),
  statuses: { 200: valid, 401: withoutCredentials, 403: asViewer, 429: tooOftenWithoutCredentials },
  statements: { usual: 1 },
  audited: false,
  changeFeed: [],
});

import { createApiKey } from '../../../../src/team/api-keys/create-api-key.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import {
  asViewer,
  changed,
  tooOftenWithoutCredentials,
  valid,
  withoutCredentials,
} from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(createApiKey, {
  access: { role: 'admin', elsewhere: 403 },
  request: ({ project }) => ({ body: { name: HIDDEN, role: 'viewer', projectIds: [project.id] } }),
  statuses: {
    201: valid,
    400: changed({ body: { role: undefined } }),
    401: withoutCredentials,
    403: asViewer,
    429: tooOftenWithoutCredentials,
  },
  statements: { usual: 4 },
  audited: true,
  changeFeed: [settingsChange('api-keys')],
});

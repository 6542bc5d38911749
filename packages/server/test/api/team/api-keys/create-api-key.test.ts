import { createApiKey } from '../../../../src/team/api-keys/create-api-key.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

testTeamOperation(createApiKey, {
  access: { role: 'admin', elsewhere: 403 },
  request: ({ project }) => ({ body: { name: HIDDEN, role: 'viewer', projectIds: [project.id] } }),
  statuses: {
    400: changed({ body: { role: undefined } }),
  },
  statements: { usual: 5 },
  changeFeed: [settingsChange('api-keys')],
});

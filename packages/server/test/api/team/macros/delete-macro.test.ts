import { deleteMacro } from '../../../../src/team/macros/delete-macro.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import {
  asViewer,
  changed,
  tooOftenWithoutCredentials,
  valid,
  withoutCredentials,
} from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aMacro } from '../../../helpers/things.ts';

testTeamOperation(deleteMacro, {
  access: { role: 'admin', elsewhere: 404 },
  request: async ({ server, project }) => ({ params: { macroId: await aMacro(server, project) } }),
  statuses: {
    204: valid,
    401: withoutCredentials,
    403: asViewer,
    404: changed({ params: { macroId: 'mac_a' } }),
    429: tooOftenWithoutCredentials,
  },
  statements: { usual: 3 },
  audited: true,
  changeFeed: [settingsChange('macros')],
});

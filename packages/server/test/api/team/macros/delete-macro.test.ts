import { deleteMacro } from '../../../../src/team/macros/delete-macro.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aMacro } from '../../../helpers/things.ts';

testTeamOperation(deleteMacro, {
  access: { role: 'admin', elsewhere: 404 },
  request: async ({ server, project }) => ({ params: { macroId: await aMacro(server, project) } }),
  statuses: {
    404: changed({ params: { macroId: 'mac_a' } }),
  },
  statements: { usual: 3 },
  changeFeed: [settingsChange('macros')],
});

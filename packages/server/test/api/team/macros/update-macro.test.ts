import { updateMacro } from '../../../../src/team/macros/update-macro.ts';
import { aProject } from '../../../helpers/builders.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import type { RequestParts, TeamGiven } from '../../../helpers/operation/facts.ts';
import { HIDDEN } from '../../../helpers/operation/requests.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { aMacro } from '../../../helpers/things.ts';

async function toAnotherProject({ server, project }: TeamGiven): Promise<RequestParts> {
  const { id: projectId } = await aProject(server);
  return { params: { macroId: await aMacro(server, project) }, body: { projectId } };
}

testTeamOperation(updateMacro, {
  access: { role: 'admin', elsewhere: 404 },
  request: async ({ server, project }) => ({
    params: { macroId: await aMacro(server, project) },
    body: { name: HIDDEN, body: HIDDEN },
  }),
  statuses: {
    400: changed({ body: { name: 1 } }),
    404: changed({ params: { macroId: 'mac_a' } }),
  },
  statements: { usual: 4, cases: { 'to another project': [5, toAnotherProject] } },
  changeFeed: [settingsChange('macros')],
});

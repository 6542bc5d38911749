import { createInvitation } from '../../../../src/team/invitations/create-invitation.ts';
import { aMember } from '../../../helpers/builders.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import type { Scenario, TeamGiven } from '../../../helpers/operation/facts.ts';
import { HIDDEN, withChanges } from '../../../helpers/operation/requests.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';

let count = 0;

const forAMember: Scenario<TeamGiven> = async ({ server, prepare, send }) => {
  const { email } = await aMember(server);
  return send(withChanges(await prepare(), { body: { email } }));
};

testTeamOperation(createInvitation, {
  access: { role: 'admin', elsewhere: 403 },
  request: ({ project }) => ({
    body: { email: `${HIDDEN}-${++count}@studio.example`, role: 'viewer', projectIds: [project.id] },
  }),
  statuses: {
    400: changed({ body: { role: undefined } }),
    409: forAMember,
  },
  statements: { usual: 6 },
  changeFeed: [settingsChange('members')],
});

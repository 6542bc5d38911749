import { lookAtInvitation } from '../../../../src/team/invitations/look-at-invitation.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { anInvitation } from '../../../helpers/things.ts';

testTeamOperation(lookAtInvitation, {
  access: 'public',
  request: async ({ server, project }) => ({ body: { token: (await anInvitation(server, project)).token } }),
  statuses: {
    400: changed({ body: { token: undefined } }),
    404: changed({ body: { token: 'inv_unknown' } }),
  },
  changeFeed: [],
  statements: { usual: 1 },
});

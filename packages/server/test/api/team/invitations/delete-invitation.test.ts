import { deleteInvitation } from '../../../../src/team/invitations/delete-invitation.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import { changed } from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { anInvitation } from '../../../helpers/things.ts';

testTeamOperation(deleteInvitation, {
  access: { role: 'admin', elsewhere: 404 },
  request: async ({ server, project }) => ({ params: { invitationId: (await anInvitation(server, project)).id } }),
  statuses: {
    404: changed({ params: { invitationId: 'inv_a' } }),
  },
  statements: { usual: 3 },
  changeFeed: [settingsChange('members')],
});

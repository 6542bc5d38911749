import { deleteInvitation } from '../../../../src/team/invitations/delete-invitation.ts';
import { settingsChange } from '../../../helpers/operation/change-feed.ts';
import {
  asViewer,
  changed,
  tooOftenWithoutCredentials,
  valid,
  withoutCredentials,
} from '../../../helpers/operation/scenarios.ts';
import { testTeamOperation } from '../../../helpers/operation/test-operation.ts';
import { anInvitation } from '../../../helpers/things.ts';

testTeamOperation(deleteInvitation, {
  access: { role: 'admin', elsewhere: 404 },
  request: async ({ server, project }) => ({ params: { invitationId: (await anInvitation(server, project)).id } }),
  statuses: {
    204: valid,
    401: withoutCredentials,
    403: asViewer,
    404: changed({ params: { invitationId: 'inv_a' } }),
    429: tooOftenWithoutCredentials,
  },
  statements: { usual: 3 },
  audited: true,
  changeFeed: [settingsChange('members')],
});

import { InvitationResponse, LookAtInvitationRequest } from '@player-support/contract/team/invitations';
import { operation } from '../../operations/operation.ts';
import { presentInvitation, validInvitation } from './links.ts';

export const lookAtInvitation = operation({
  id: 'LookAtInvitation',
  tag: 'Invitations',
  summary: 'Look at an invitation',
  description: 'Says what a link is for. The link stays valid.',
  method: 'POST',
  url: '/api/v1/team/invitations/look',
  auth: 'none',
  addressLimit: 'joinAddress',
  body: LookAtInvitationRequest,
  success: { status: 200, schema: InvitationResponse },
  failures: [404],

  async handle({ body, now }, { store }) {
    return { status: 200, body: presentInvitation(await validInvitation(store, body.token, now)) };
  },
});

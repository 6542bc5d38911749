import { InvitationsResponse } from '@player-support/contract/team/invitations';
import { covers } from '../../domain/access.ts';
import { operation } from '../../operations/operation.ts';
import { accessOf } from '../grants.ts';
import { presentInvitation } from './links.ts';

export const listInvitations = operation({
  id: 'ListInvitations',
  tag: 'Invitations',
  summary: 'List open invitations',
  description: 'Oldest first. Only invitations with no more access than you have.',
  method: 'GET',
  url: '/api/v1/team/invitations',
  auth: 'team',
  role: 'admin',
  success: { status: 200, schema: InvitationsResponse },

  async handle({ caller, now }, { store }) {
    const rows = await store.invitations.list(now);
    const own = rows.filter((row) => covers(caller, accessOf(row)));
    return { status: 200, body: { invitations: own.map(presentInvitation) } };
  },
});

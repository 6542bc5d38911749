import { covers } from '../../domain/access.ts';
import { AppError } from '../../errors.ts';
import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { accessOf } from '../grants.ts';

export const deleteInvitation = operation({
  id: 'DeleteInvitation',
  tag: 'Invitations',
  summary: 'Delete an invitation',
  description: 'Its link stops working.',
  method: 'DELETE',
  url: '/api/v1/team/invitations/:invitationId',
  auth: 'team',
  role: 'admin',
  audited: true,
  success: { status: 204 },

  async handle(call, { store, live }) {
    const { caller, params } = call;
    const { invitationId: target } = params;
    await audited(call, store, async (tx) => {
      const invitation = await tx.invitations.byId(target);
      if (invitation === undefined || !covers(caller, accessOf(invitation))) throw new AppError('not-found');
      // The link was used meanwhile.
      if (!(await tx.invitations.remove(target))) throw new AppError('not-found');
      return [undefined, { target }];
    });
    live.settingsChanged('members');
    return { status: 204 };
  },
});

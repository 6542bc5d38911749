import { CreatedInvitationResponse } from '@player-support/contract/team/invitations';
import { AppError } from '../../errors.ts';
import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { lockMemberToChange } from '../grants.ts';
import { passwordLink } from '../members/password-link.ts';
import { countLinkMail, sendLink } from './links.ts';

const OWN_PASSWORD = 'Change your own password in your account. If you forgot it, ask another owner or the operator.';

export const createPasswordLink = operation({
  id: 'CreatePasswordLink',
  tag: 'Members',
  summary: 'Create a password link',
  description: 'With this link, a member who forgot the password sets a new one. It works once, within 7 days.',
  method: 'POST',
  url: '/api/v1/team/members/:memberId/password-link',
  auth: 'team',
  membersOnly: true,
  role: 'admin',
  audited: true,
  needs: ['limits', 'notifier'],
  success: { status: 201, schema: CreatedInvitationResponse },
  failures: [409],

  async handle(call, context) {
    const { store, live } = context;
    const { caller, now, params } = call;
    // Changing it needs the password: a session may be stolen.
    if (params.memberId === caller.id) throw new AppError('forbidden', { detail: OWN_PASSWORD });
    countLinkMail(context, caller);
    const { token, row } = await audited(call, store, async (tx) => {
      const { member } = await lockMemberToChange(tx, call, params.memberId);
      const link = await passwordLink(tx, member, now, caller.id);
      return [link, { target: member.member_id }];
    });
    live.settingsChanged('members');
    return sendLink(context, caller, row, token);
  },
});

import { UpdateAccountRequest } from '@player-support/contract/team/account';
import { MemberResponse } from '@player-support/contract/team/members';
import { invalid } from '../../errors.ts';
import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { presentMember } from '../members/present-member.ts';
import { hashNewPassword } from '../session/new-password.ts';
import { verifyOwnPassword, wrongOwnPassword } from '../session/verify-own-password.ts';
import { lockCaller } from './lock-caller.ts';

export const updateAccount = operation({
  id: 'UpdateAccount',
  tag: 'Account',
  summary: 'Update your name or password',
  description:
    'A new password ends all your other sessions and forgets your other browsers. It must not be one that attackers try first.',
  method: 'PATCH',
  url: '/api/v1/team/account',
  auth: 'member',
  role: 'viewer',
  body: UpdateAccountRequest,
  audited: true,
  needs: ['limits', 'passwords'],
  success: { status: 200, schema: MemberResponse },

  async handle(call, context) {
    const { body, caller } = call;
    const { store, live } = context;
    const { session } = caller;
    let hash: string | undefined;
    if (body.newPassword !== undefined) {
      if (body.currentPassword === undefined) {
        throw invalid('currentPassword', 'current-password-needed');
      }
      await verifyOwnPassword(call, context, body.currentPassword, 'currentPassword');
      const named = { name: caller.name, email: session.email };
      hash = await hashNewPassword(context, body.newPassword, 'newPassword', named);
    }
    const member = await audited(call, store, async (tx) => {
      const current = await lockCaller(tx, caller);
      if (hash !== undefined) {
        // Another request has replaced the verified password.
        if (current.password_hash !== session.password_hash) throw wrongOwnPassword('currentPassword');
        await tx.memberSessions.endOthers(caller.id, session.session_hash);
        await tx.knownBrowsers.forgetOthers(caller.id, session.browser_hash ?? '');
      }
      const changed = {
        ...current,
        name: body.name ?? current.name,
        password_hash: hash ?? current.password_hash,
        // A person with the old password may have begun it.
        totp_pending: hash === undefined ? current.totp_pending : null,
        code_alert_at: hash !== undefined || body.wrongCodesSeen ? null : current.code_alert_at,
      };
      await tx.members.update(changed);
      const details = { name: changed.name !== current.name, password: hash !== undefined };
      return [changed, details.name || details.password ? { target: caller.id, details } : undefined];
    });
    live.settingsChanged('members');
    return { status: 200, body: presentMember(member) };
  },
});

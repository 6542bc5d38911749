import { EndTotpRequest } from '@player-support/contract/team/account';
import { record } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { verifyOwnPassword } from '../session/verify-own-password.ts';
import { withoutTotp } from './totp.ts';
import { withOwnFactor } from './with-own-factor.ts';

export const endTotp = operation({
  id: 'EndTotp',
  tag: 'Account',
  summary: 'Turn off the authenticator app',
  description: 'Needs the password and a code. To use another app, turn it off and set it up again.',
  method: 'POST',
  url: '/api/v1/team/account/totp/end',
  auth: 'member',
  role: 'viewer',
  body: EndTotpRequest,
  audited: true,
  needs: ['limits', 'notifier', 'passwords'],
  success: { status: 204 },

  async handle(call, context) {
    await verifyOwnPassword(call, context, call.body.password);
    await withOwnFactor(call, context, 'code', async (tx, { member }) => {
      // It is off already, so no code was checked.
      if (member.totp_secret === null) return;
      await tx.members.update(withoutTotp(member));
      await record(tx, call, { target: call.caller.id });
    });
    context.live.settingsChanged('members');
    return { status: 204 };
  },
});

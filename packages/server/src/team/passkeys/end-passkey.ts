import { EndPasskeyRequest } from '@player-support/contract/team/passkeys';
import { AppError } from '../../errors.ts';
import { record } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { withOwnFactor } from '../account/with-own-factor.ts';
import { verifyOwnPassword } from '../session/verify-own-password.ts';

export const endPasskey = operation({
  id: 'EndPasskey',
  tag: 'Account',
  summary: 'Remove a passkey',
  description: 'From then on it does not sign in any more. Needs the password, and a code or a passkey.',
  method: 'POST',
  url: '/api/v1/team/account/passkeys/:passkeyId/end',
  auth: 'member',
  role: 'viewer',
  body: EndPasskeyRequest,
  audited: true,
  needs: ['limits', 'notifier', 'passwords'],
  success: { status: 204 },

  async handle(call, context) {
    const { body, caller, params } = call;
    await verifyOwnPassword(call, context, body.password);
    await withOwnFactor(call, context, 'any', async (tx) => {
      if (!(await tx.passkeys.remove(caller.id, params.passkeyId))) throw new AppError('not-found');
      await record(tx, call, { target: params.passkeyId });
    });
    context.live.settingsChanged('members');
    return { status: 204 };
  },
});

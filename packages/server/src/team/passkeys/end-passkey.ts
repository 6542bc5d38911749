import { EndPasskeyRequest } from '@player-support/contract/team/passkeys';
import { AppError } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import { lockCaller } from '../account/lock-caller.ts';
import { audited } from '../audit/audited.ts';
import { verifyOwnPassword } from '../session/verify-own-password.ts';

export const endPasskey = operation({
  id: 'EndPasskey',
  summary: 'Remove a passkey',
  description: 'From then on it does not sign in any more.',
  method: 'POST',
  url: '/api/v1/team/account/passkeys/:passkeyId/end',
  auth: 'member',
  role: 'viewer',
  body: EndPasskeyRequest,
  success: { status: 204 },

  async handle(call, service) {
    const { body, caller, params } = call;
    const { store, live } = service;
    await verifyOwnPassword(call, service, body.password);
    await audited(call, store, async (tx) => {
      await lockCaller(tx, caller.id);
      if (!(await tx.passkeys.remove(caller.id, params.passkeyId))) throw new AppError('not-found');
      return [undefined, { target: params.passkeyId }];
    });
    live.settingsChanged('members');
    return { status: 204 };
  },
});

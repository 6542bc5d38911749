import { BeginTotpRequest, TotpSecretResponse } from '@player-support/contract/team/account';
import { newTotp } from '../../domain/second-factor.ts';
import { operation } from '../../operations/operation.ts';
import { audited } from '../audit/audited.ts';
import { verifyOwnPassword } from '../session/verify-own-password.ts';
import { lockCaller } from './lock-caller.ts';
import { requireNoTotp } from './totp.ts';

export const beginTotp = operation({
  id: 'BeginTotp',
  summary: 'Start to set up a second factor',
  description: 'Creates a secret for an authenticator app. The second factor is on after ConfirmTotp.',
  method: 'POST',
  url: '/api/v1/team/account/totp',
  auth: 'member',
  role: 'viewer',
  withoutFactor: true,
  body: BeginTotpRequest,
  success: { status: 200, schema: TotpSecretResponse },
  failures: [409],

  async handle(call, service) {
    const { body, caller } = call;
    const { store } = service;
    await verifyOwnPassword(call, service, body.password);
    const totp = newTotp(caller.session.email);
    await audited(call, store, async (tx) => {
      const member = await lockCaller(tx, caller.id);
      requireNoTotp(member);
      await tx.members.update({ ...member, totp_pending: totp.secret });
      return [undefined, { target: caller.id }];
    });
    return { status: 200, body: totp };
  },
});

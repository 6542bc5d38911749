import { BeginTotpRequest, TotpSecretResponse } from '@player-support/contract/team/account';
import { newTotp } from '../../domain/second-factor.ts';
import { record } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { verifyOwnPassword } from '../session/verify-own-password.ts';
import { requireNoTotp } from './totp.ts';
import { withOwnFactor } from './with-own-factor.ts';

export const beginTotp = operation({
  id: 'BeginTotp',
  tag: 'Account',
  summary: 'Start to set up a second factor',
  description:
    'Creates a secret for an authenticator app. The second factor is on after ConfirmTotp. If you have a passkey, also send `passkey`.',
  method: 'POST',
  url: '/api/v1/team/account/totp',
  auth: 'member',
  role: 'viewer',
  withoutFactor: true,
  body: BeginTotpRequest,
  audited: true,
  needs: ['limits', 'notifier', 'passwords'],
  success: { status: 200, schema: TotpSecretResponse },
  failures: [409],

  async handle(call, context) {
    const { body, caller } = call;
    await verifyOwnPassword(call, context, body.password);
    const totp = newTotp(caller.session.email);
    // First, so that a member whose app is on gets 409 instead of a request for a code.
    requireNoTotp(caller.session);
    await withOwnFactor(call, context, 'any', async (tx, { member }) => {
      requireNoTotp(member);
      await tx.members.update({ ...member, totp_pending: totp.secret });
      await record(tx, call, { target: caller.id });
    });
    return { status: 200, body: totp };
  },
});

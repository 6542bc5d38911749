import { ConfirmTotpRequest, RecoveryCodesResponse } from '@player-support/contract/team/account';
import { newRecoveryCodes, totpStep } from '../../domain/second-factor.ts';
import { invalid } from '../../errors.ts';
import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { countOwnGuess, wrongGuess } from '../session/attempts.ts';
import { lockCaller } from './lock-caller.ts';
import { requireNoTotp } from './totp.ts';

export const confirmTotp = operation({
  id: 'ConfirmTotp',
  tag: 'Account',
  summary: 'Turn on the second factor',
  description: 'From then on, each sign-in needs a code. Only this response shows the recovery codes.',
  method: 'POST',
  url: '/api/v1/team/account/totp/confirm',
  auth: 'member',
  role: 'viewer',
  withoutFactor: true,
  body: ConfirmTotpRequest,
  audited: true,
  needs: ['limits'],
  success: { status: 200, schema: RecoveryCodesResponse },
  failures: [409],

  async handle(call, context) {
    const { body, caller, now } = call;
    const { codes, stored } = newRecoveryCodes();
    await countOwnGuess(call, context, () =>
      audited(call, context.store, async (tx) => {
        const member = await lockCaller(tx, caller);
        requireNoTotp(member);
        const { totp_pending: totp_secret } = member;
        const totp_step = totp_secret === null ? undefined : totpStep(totp_secret, body.code, null, now);
        if (totp_step === undefined) throw wrongGuess(invalid('code', 'app-code-needed'));
        await tx.members.update({ ...member, totp_secret, totp_pending: null, totp_step, recovery_codes: stored });
        return [undefined, { target: caller.id }];
      }),
    );
    context.live.settingsChanged('members');
    return { status: 200, body: { recoveryCodes: codes } };
  },
});

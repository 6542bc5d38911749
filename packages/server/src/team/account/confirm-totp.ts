import { ConfirmTotpRequest, RecoveryCodesResponse } from '@player-support/contract/team/account';
import { newRecoveryCodes, totpStep } from '../../domain/second-factor.ts';
import { invalid } from '../../errors.ts';
import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import type { Transaction } from '../../store/store.ts';
import { countGuess, wrongGuess } from '../session/attempts.ts';
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
    const { body, caller, client, now } = call;
    const { store, live } = context;
    const { codes, stored } = newRecoveryCodes();
    const { email, session_hash } = caller.session;
    const guess = { address: client().address, email, knownBrowser: session_hash, now };
    const confirm = async (tx: Transaction) => {
      const member = await lockCaller(tx, caller);
      requireNoTotp(member);
      const { totp_pending: secret } = member;
      const step = secret === null ? undefined : totpStep(secret, body.code, null, now);
      if (step === undefined) {
        throw wrongGuess(invalid('code', 'app-code-needed'));
      }
      await tx.members.update({
        ...member,
        totp_secret: secret,
        totp_pending: null,
        totp_step: step,
        recovery_codes: stored,
      });
      return [undefined, { target: caller.id }] as const;
    };
    await countGuess(context, guess, () => audited(call, store, confirm));
    live.settingsChanged('members');
    return { status: 200, body: { recoveryCodes: codes } };
  },
});

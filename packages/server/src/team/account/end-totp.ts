import { EndTotpRequest } from '@player-support/contract/team/account';
import { AppError } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import { record } from '../audit/audited.ts';
import { countGuess, wrongGuess } from '../session/attempts.ts';
import { checkCode } from '../session/check-code.ts';
import { tellWrongCodes } from '../session/tell-wrong-codes.ts';
import { verifyOwnPassword } from '../session/verify-own-password.ts';
import { lockCaller } from './lock-caller.ts';
import { withoutTotp } from './totp.ts';

const WRONG_CODE = 'Must be the code that the authenticator app shows now, or a recovery code.';

export const endTotp = operation({
  id: 'EndTotp',
  summary: 'Turn off the authenticator app',
  description: 'Needs the password and a code. To use another app, turn it off and set it up again.',
  method: 'POST',
  url: '/api/v1/team/account/totp/end',
  auth: 'member',
  role: 'viewer',
  body: EndTotpRequest,
  success: { status: 204 },

  async handle(call, service) {
    const { body, caller, client, now } = call;
    const { store, live } = service;
    await verifyOwnPassword(call, service, body.password);
    const { email, session_hash } = caller.session;
    const guess = { address: client().address, email, knownBrowser: session_hash, now };
    await countGuess(service, guess, async () => {
      const outcome = await store.transaction(async (tx) => {
        const member = await lockCaller(tx, caller);
        // It is off already, so there is no code.
        if (member.totp_secret === null) return undefined;
        const checked = await checkCode(tx, member, { code: body.code, isKnownBrowser: true, now });
        if (checked.result === 'wrong') await record(tx, call, { details: { failed: 'code' } });
        if (checked.result !== 'right') return checked;
        await tx.members.update(withoutTotp(checked.member));
        await record(tx, call, { target: caller.id });
        return undefined;
      });
      if (outcome === undefined) return;
      if (outcome.result === 'waiting') throw outcome.error;
      if (outcome.isAlert) await tellWrongCodes(service, outcome.member, now);
      throw wrongGuess(new AppError('validation', { errors: { code: [WRONG_CODE] } }));
    });
    live.settingsChanged('members');
    return { status: 204 };
  },
});

import { EndTotpRequest } from '@player-support/contract/team/account';
import { AppError } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import { audited } from '../audit/audited.ts';
import { countGuess, wrongGuess } from '../session/attempts.ts';
import { lockCaller } from './lock-caller.ts';
import { withoutTotp } from './totp.ts';

export const endTotp = operation({
  id: 'EndTotp',
  summary: 'Turn off the second factor',
  description: 'From then on, the password alone is enough to sign in.',
  method: 'POST',
  url: '/api/v1/team/account/totp/end',
  auth: 'member',
  role: 'viewer',
  body: EndTotpRequest,
  success: { status: 204 },

  async handle(call, service) {
    const { body, caller, client, now } = call;
    const { store, passwords, live } = service;
    const { email, password_hash } = caller.session;
    await countGuess(service, { address: client().address, email, now }, async () => {
      if (await passwords.verify(password_hash, body.password)) return;
      throw wrongGuess(new AppError('validation', { errors: { password: ['This is not your password.'] } }));
    });
    await audited(call, store, async (tx) => {
      await tx.members.update(withoutTotp(await lockCaller(tx, caller.id)));
      return [undefined, { target: caller.id }];
    });
    live.settingsChanged('members');
    return { status: 204 };
  },
});

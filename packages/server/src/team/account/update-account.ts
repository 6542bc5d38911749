import { UpdateAccountRequest } from '@player-support/contract/team/account';
import { MemberResponse } from '@player-support/contract/team/members';
import { AppError } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import { audited } from '../audit/audited.ts';
import { presentMember } from '../members/present-member.ts';
import { countGuess, wrongGuess } from '../session/attempts.ts';
import { lockCaller } from './lock-caller.ts';

const WRONG_PASSWORD = 'This is not the current password.';

export const updateAccount = operation({
  id: 'UpdateAccount',
  summary: 'Update your name or password',
  description: 'A new password ends all your other sessions.',
  method: 'PATCH',
  url: '/api/v1/team/account',
  auth: 'member',
  role: 'viewer',
  body: UpdateAccountRequest,
  success: { status: 200, schema: MemberResponse },

  async handle(call, service) {
    const { body, caller, client, now } = call;
    const { store, passwords, live } = service;
    const { session } = caller;
    let hash: string | undefined;
    if (body.newPassword !== undefined) {
      const refuse = (message: string) => new AppError('validation', { errors: { currentPassword: [message] } });
      if (body.currentPassword === undefined) throw refuse('Is required for a new password.');
      const { currentPassword } = body;
      await countGuess(service, { address: client().address, email: session.email, now }, async () => {
        if (!(await passwords.verify(session.password_hash, currentPassword))) throw wrongGuess(refuse(WRONG_PASSWORD));
      });
      hash = await passwords.hash(body.newPassword);
    }
    const member = await audited(call, store, async (tx) => {
      const current = await lockCaller(tx, caller.id);
      if (hash !== undefined) {
        // Another request has replaced the password since it was verified.
        if (current.password_hash !== session.password_hash) {
          throw new AppError('validation', { errors: { currentPassword: [WRONG_PASSWORD] } });
        }
        await tx.memberSessions.endOthers(caller.id, session.session_hash);
      }
      const changed = { ...current, name: body.name ?? current.name, password_hash: hash ?? current.password_hash };
      await tx.members.update(changed);
      const details = { name: changed.name !== current.name, password: hash !== undefined };
      return [changed, details.name || details.password ? { target: caller.id, details } : undefined];
    });
    live.settingsChanged('members');
    return { status: 200, body: presentMember(member) };
  },
});

import { AppError } from '../../errors.ts';
import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { accessOf, lockGrantor, requireCovered } from '../grants.ts';
import { removeWebhook } from './remove-webhook.ts';

export const deleteMemberWebhook = operation({
  id: 'DeleteMemberWebhook',
  tag: 'Members',
  summary: 'Remove the webhook of a member',
  description: 'What waits for it is not sent. The member can set a new one.',
  method: 'DELETE',
  url: '/api/v1/team/members/:memberId/webhook',
  auth: 'team',
  role: 'admin',
  audited: true,
  success: { status: 204 },

  async handle(call, { store, live }) {
    const { caller, now, params } = call;
    await audited(call, store, async (tx) => {
      // Transactions that lock two members lock owners first: no deadlock.
      await tx.members.lockOwners();
      const grantor = await lockGrantor(tx, caller, now);
      const member = await tx.members.lock(params.memberId);
      if (member === undefined) throw new AppError('not-found');
      requireCovered(grantor, accessOf(member));
      const removedWebhook = await removeWebhook(tx, member.member_id, now);
      if (removedWebhook === undefined) throw new AppError('not-found', { detail: 'This member has no webhook.' });
      return [undefined, { target: member.member_id, details: { removedWebhook } }];
    });
    live.settingsChanged('members');
    return { status: 204 };
  },
});

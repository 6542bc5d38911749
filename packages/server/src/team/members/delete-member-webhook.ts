import { AppError } from '../../errors.ts';
import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { lockMemberToChange } from '../grants.ts';
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
    await audited(call, store, async (tx) => {
      const { member_id: target } = (await lockMemberToChange(tx, call, call.params.memberId)).member;
      const removedWebhook = await removeWebhook(tx, target, call.now);
      if (removedWebhook === undefined) throw new AppError('not-found', { detail: 'This member has no webhook.' });
      return [undefined, { target, details: { removedWebhook } }];
    });
    live.settingsChanged('members');
    return { status: 204 };
  },
});

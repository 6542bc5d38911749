import { covers } from '../../domain/access.ts';
import { AppError } from '../../errors.ts';
import { operation } from '../../operations/operation.ts';
import { audited } from '../audit/audited.ts';
import { accessOf } from '../grants.ts';
import { revokeGrantsOf } from '../revoke-grants.ts';

export const deleteApiKey = operation({
  id: 'DeleteApiKey',
  summary: 'Revoke an API key',
  description: 'Also deletes the invitations that this API key created, and suspends the API keys that it created.',
  method: 'DELETE',
  url: '/api/v1/team/api-keys/:apiKeyId',
  auth: 'team',
  role: 'admin',
  success: { status: 204 },

  async handle(call, { store, live }) {
    const { caller, now, params } = call;
    const { apiKeyId: target } = params;
    await audited(call, store, async (tx) => {
      const key = await tx.apiKeys.byId(target);
      if (key === undefined || !covers(caller, accessOf(key))) throw new AppError('not-found');
      if (!(await tx.apiKeys.revoke(target, now))) throw new AppError('not-found');
      await revokeGrantsOf(tx, target, now);
      return [undefined, { target }];
    });
    live.accessChanged();
    live.settingsChanged('api-keys');
    live.settingsChanged('members');
    return { status: 204 };
  },
});

import { covers } from '../../domain/access.ts';
import { AppError } from '../../errors.ts';
import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import { accessOf } from '../grants.ts';
import { revokeGrantsOf, tellUnsent, unsentDetails } from '../revoke-grants.ts';

export const deleteApiKey = operation({
  id: 'DeleteApiKey',
  tag: 'API keys',
  summary: 'Revoke an API key',
  description:
    'Also deletes the invitations and ends the support codes that this API key created, suspends the API keys that it created, retracts announcements of all these keys that have not begun, and stops their answers to known issues.',
  method: 'DELETE',
  url: '/api/v1/team/api-keys/:apiKeyId',
  auth: 'team',
  role: 'admin',
  audited: true,
  needs: ['projectCache'],
  success: { status: 204 },

  async handle(call, { store, projectCache, live }) {
    const { caller, now, params } = call;
    const { apiKeyId: target } = params;
    const unsent = await audited(call, store, async (tx) => {
      const key = await tx.apiKeys.byId(target);
      if (key === undefined || !covers(caller, accessOf(key))) throw new AppError('not-found');
      if (!(await tx.apiKeys.revoke(target, now))) throw new AppError('not-found');
      const { unsent } = await revokeGrantsOf(tx, target, now);
      return [unsent, { target, details: unsentDetails(unsent) }];
    });
    live.accessChanged();
    live.settingsChanged('api-keys');
    live.settingsChanged('members');
    tellUnsent({ projectCache, live }, unsent);
    return { status: 204 };
  },
});

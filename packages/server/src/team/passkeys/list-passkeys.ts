import { PasskeysResponse } from '@player-support/contract/team/passkeys';
import { operation } from '../../operations/operation.ts';
import { presentPasskey } from './present-passkey.ts';

export const listPasskeys = operation({
  id: 'ListPasskeys',
  tag: 'Account',
  summary: 'List your passkeys',
  description: 'Oldest first.',
  method: 'GET',
  url: '/api/v1/team/account/passkeys',
  auth: 'member',
  role: 'viewer',
  withoutFactor: true,
  success: { status: 200, schema: PasskeysResponse },

  async handle({ caller }, { store }) {
    return { status: 200, body: { passkeys: (await store.passkeys.ofMember(caller.id)).map(presentPasskey) } };
  },
});

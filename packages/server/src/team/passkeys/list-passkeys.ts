import { type PasskeyResponse, PasskeysResponse } from '@player-support/contract/team/passkeys';
import { iso, isoOrNull } from '../../domain/time.ts';
import { operation } from '../../operations/operation.ts';
import type { PasskeyRow } from '../../store/tables.ts';

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

export function presentPasskey({ passkey_id, name, created_at, last_used_at }: PasskeyRow): PasskeyResponse {
  return { id: passkey_id, name, createdAt: iso(created_at), lastUsedAt: isoOrNull(last_used_at) };
}

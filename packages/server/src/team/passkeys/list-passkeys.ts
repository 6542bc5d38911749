import { type PasskeyResponse, PasskeysResponse } from '@player-support/contract/team/passkeys';
import { iso, isoOrNull } from '../../domain/time.ts';
import { operation } from '../../operations/operation.ts';
import type { PasskeyRow } from '../../store/tables.ts';
import { isUsableAt, relyingParty } from '../relying-party.ts';

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

  async handle(call, context) {
    const { id: host } = relyingParty(call, context);
    const rows = await context.store.passkeys.ofMember(call.caller.id);
    return { status: 200, body: { passkeys: rows.map((row) => presentPasskey(row, host)) } };
  },
});

/** `here`: the host that the member uses now. */
export function presentPasskey(row: PasskeyRow, here: string): PasskeyResponse {
  const { passkey_id: id, name, created_at, last_used_at, host } = row;
  const usable = isUsableAt(here, row);
  return { id, name, createdAt: iso(created_at), lastUsedAt: isoOrNull(last_used_at), host, usable };
}

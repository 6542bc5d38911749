import type { PasskeyResponse } from '@player-support/contract/team/passkeys';
import { iso, isoOrNull } from '../../domain/time.ts';
import type { PasskeyRow } from '../../store/tables.ts';

export function presentPasskey({ passkey_id, name, created_at, last_used_at }: PasskeyRow): PasskeyResponse {
  return { id: passkey_id, name, createdAt: iso(created_at), lastUsedAt: isoOrNull(last_used_at) };
}

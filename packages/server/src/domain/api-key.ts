import type { Access } from './access.ts';
import { newId } from './ids.ts';
import { hashSecret, newTeamKey } from './tokens.ts';

/** The access of a key, unless it is named: everything. */
const FULL: Access = { role: 'owner', projectIds: null };

interface Creation {
  /** The id of the member or API key that creates it; null: an operator. */
  readonly createdBy?: string | null;
  /** Null: it does not expire. */
  readonly expiresAt?: number | null;
}

/** A new API key, and its row. */
export function newApiKey(
  name: string,
  now: number,
  { role, projectIds } = FULL,
  { createdBy = null, expiresAt = null }: Creation = {},
) {
  const key = newTeamKey();
  const row = {
    api_key_id: newId('apiKey', now),
    name,
    key_hash: hashSecret(key),
    role,
    project_ids: projectIds === null ? null : JSON.stringify(projectIds),
    created_at: now,
    created_by: createdBy,
    expires_at: expiresAt,
  };
  return { key, row };
}

/** Whether a key is accepted now. */
export function isUsable(
  key: { readonly revoked_at: number | null; readonly suspended_at: number | null; readonly expires_at: number | null },
  now: number,
): boolean {
  return key.revoked_at === null && key.suspended_at === null && (key.expires_at === null || key.expires_at > now);
}

import type { Access } from './access.ts';
import { newId } from './ids.ts';
import { hashSecret, newTeamKey } from './tokens.ts';

const FULL_ACCESS: Access = { role: 'owner', projectIds: null };

interface ApiKeyOptions {
  /** The id of the member or API key that creates it. Null: the operator. */
  readonly createdBy?: string | null;
  /** Null: it does not expire. */
  readonly expiresAt?: number | null;
}

/** Creates an API key, by default with full access. Returns the secret key and its row. */
export function newApiKey(
  name: string,
  now: number,
  { role, projectIds } = FULL_ACCESS,
  { createdBy = null, expiresAt = null }: ApiKeyOptions = {},
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

/** Whether a key is not revoked, suspended or expired. */
export function isUsable(
  key: { readonly revoked_at: number | null; readonly suspended_at: number | null; readonly expires_at: number | null },
  now: number,
): boolean {
  return key.revoked_at === null && key.suspended_at === null && (key.expires_at === null || key.expires_at > now);
}

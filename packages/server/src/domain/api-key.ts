import type { Access } from './access.ts';
import { newId } from './ids.ts';
import { hashSecret, newTeamKey } from './tokens.ts';

const FULL_ACCESS: Access = { role: 'owner', projectIds: null };

/**
 * Creates an API key, by default with full access. Returns the secret key and its row. `createdBy`:
 * a member or API key; null: the operator. `expiresAt`: null: never.
 */
export function newApiKey(
  name: string,
  now: number,
  { role, projectIds } = FULL_ACCESS,
  { createdBy = null, expiresAt = null }: { createdBy?: string | null; expiresAt?: number | null } = {},
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

interface KeyState {
  readonly revoked_at: number | null;
  readonly suspended_at: number | null;
  readonly expires_at: number | null;
}

export const isUsable = (key: KeyState, now: number): boolean => endOf(key, now) === undefined;

/** Undefined: the key is usable. */
export function endOf(key: KeyState, now: number): 'revoked' | 'suspended' | 'expired' | undefined {
  if (key.revoked_at !== null) return 'revoked';
  if (key.suspended_at !== null) return 'suspended';
  return key.expires_at !== null && key.expires_at <= now ? 'expired' : undefined;
}

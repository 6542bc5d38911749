import type { Access } from './access.ts';
import { newId } from './ids.ts';
import { hashSecret, newTeamKey } from './tokens.ts';

/** What a key may do where nothing else is said: everything, as its maker can. */
const FULL: Access = { role: 'owner', projectIds: null };

/** A new team API key, and what is stored of it. */
export function newApiKey(name: string, now: number, { role, projectIds } = FULL) {
  const key = newTeamKey();
  const row = {
    api_key_id: newId('apiKey', now),
    name,
    key_hash: hashSecret(key),
    role,
    project_ids: projectIds === null ? null : JSON.stringify(projectIds),
    created_at: now,
    created_by: null,
    expires_at: null,
  };
  return { key, row };
}

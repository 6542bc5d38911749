import { newId } from './ids.ts';
import { hashSecret, newTeamKey } from './tokens.ts';

/** A new team API key, and what is stored of it. */
export function newApiKey(name: string, now: number) {
  const key = newTeamKey();
  return { key, row: { api_key_id: newId('apiKey', now), name, key_hash: hashSecret(key), created_at: now } };
}

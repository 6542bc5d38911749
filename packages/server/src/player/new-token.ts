import { iso, SECOND } from '../domain/time.ts';
import { hashSecret, newPlayerToken } from '../domain/tokens.ts';
import type { Available } from '../operations/context.ts';

/** Makes a token for the player: what the response says, and what is stored. */
export async function newToken(
  playerId: string,
  { tokenTags, config }: Pick<Available, 'tokenTags' | 'config'>,
  now: number,
) {
  const token = newPlayerToken(playerId, await tokenTags.key());
  return {
    response: { playerId, playerAccessToken: token, serverTime: iso(now) },
    stored: { token_hash: hashSecret(token), token_expires_at: now + config.tokenLifetimeSeconds * SECOND },
  };
}

import { SECOND } from '../domain/time.ts';
import { hashSecret, newPlayerToken } from '../domain/tokens.ts';
import type { Service } from '../operations/service.ts';

/** A new access token of a player, and what the store keeps of it. */
export async function newToken(playerId: string, { tokenTags, config }: Service, now: number) {
  const token = newPlayerToken(playerId, await tokenTags.key());
  return { token, tokenHash: hashSecret(token), tokenExpiresAt: now + config.tokenLifetimeSeconds * SECOND };
}

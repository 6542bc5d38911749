import { SECOND } from '../domain/time.ts';
import { hashSecret, newPlayerToken } from '../domain/tokens.ts';
import type { Available } from '../operations/context.ts';

export async function newToken(
  playerId: string,
  { tokenTags, config }: Pick<Available, 'tokenTags' | 'config'>,
  now: number,
) {
  const token = newPlayerToken(playerId, await tokenTags.key());
  return { token, token_hash: hashSecret(token), token_expires_at: now + config.tokenLifetimeSeconds * SECOND };
}

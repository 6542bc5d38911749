import { MAX_SUPPORT_CODES_PER_DAY } from '@player-support/contract/limits';
import type { SupportCodeResponse } from '@player-support/contract/player-extensions';
import type { Static } from 'typebox';
import { isAccount } from '../domain/ids.ts';
import { groupedCode, hashSupportCode, newSupportCode } from '../domain/support-code.ts';
import { DAY, HOUR, iso, SECOND } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import type { Transaction } from '../store/store.ts';

interface CodeRequest {
  readonly playerId: string;
  /** The salt of the project. */
  readonly salt: string;
  readonly now: number;
}

/**
 * Makes a code that moves the tickets of a player to another installation within one hour.
 *
 * @throws AppError `player-verified`; `rate-limited` after three codes in 24 hours
 */
export async function addSupportCode(
  tx: Transaction,
  { playerId, salt, now }: CodeRequest,
): Promise<Static<typeof SupportCodeResponse>> {
  const player = await tx.players.lockedById(playerId);
  if (isAccount(playerId) || player?.account_id !== null) throw new AppError('player-verified');
  const times = await tx.supportCodes.timesSince(playerId, now - DAY);
  const [oldest = now] = times;
  if (times.length >= MAX_SUPPORT_CODES_PER_DAY) {
    throw new AppError('rate-limited', {
      detail: `A player gets ${MAX_SUPPORT_CODES_PER_DAY} support codes in 24 hours.`,
      headers: { 'retry-after': String(Math.ceil((oldest + DAY - now) / SECOND)) },
    });
  }
  const code = newSupportCode();
  const expires_at = now + HOUR;
  await tx.supportCodes.add({
    code_hash: hashSupportCode(salt, code),
    player_id: playerId,
    created_at: now,
    expires_at,
    used_at: null,
  });
  return { code: groupedCode(code), expiresAt: iso(expires_at) };
}

import { MAX_SUPPORT_CODES_PER_DAY } from '@player-support/contract/limits';
import type { SupportCodeResponse } from '@player-support/contract/player-extensions';
import type { Static } from 'typebox';
import { isAccount } from '../domain/ids.ts';
import { groupedCode } from '../domain/readable-code.ts';
import { hashSupportCode, newSupportCode } from '../domain/support-code.ts';
import { CLOCK_SKEW_MS, DAY, HOUR, iso, SECOND } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import type { Transaction } from '../store/store.ts';
import type { PlayerRow } from '../store/tables.ts';

interface CodeRequest {
  /** Locked. */
  readonly player: PlayerRow;
  /** The member or API key that issues it. It cancels earlier codes. Undefined: the player. */
  readonly issuerId?: string;
  /** Of the project. */
  readonly salt: string;
  readonly now: number;
}

/**
 * Moves a player's tickets to another installation within one hour. Throws AppError
 * `player-verified`, `player-blocked`, `rate-limited`.
 */
export async function addSupportCode(
  tx: Transaction,
  { player, issuerId, salt, now }: CodeRequest,
): Promise<Static<typeof SupportCodeResponse>> {
  const { player_id: playerId } = player;
  const byTeam = issuerId !== undefined;
  if (isAccount(playerId) || player.account_id !== null) throw new AppError('player-verified');
  if (player.blocked !== 0) throw new AppError('player-blocked', { detail: 'A blocked player gets no support code.' });
  // Those of a clock that was ahead do not count.
  const all = await tx.supportCodes.timesSince(playerId, byTeam, now - DAY);
  const times = all.filter((time) => time <= now + CLOCK_SKEW_MS);
  const [oldest = now] = times;
  if (times.length >= MAX_SUPPORT_CODES_PER_DAY) {
    throw new AppError('rate-limited', {
      detail: byTeam
        ? `Agents can issue ${MAX_SUPPORT_CODES_PER_DAY} support codes for a player in 24 hours.`
        : `A player gets ${MAX_SUPPORT_CODES_PER_DAY} support codes in 24 hours.`,
      headers: { 'retry-after': String(Math.ceil((oldest + DAY - now) / SECOND)) },
    });
  }
  if (byTeam) await tx.supportCodes.cancel(playerId, now);
  const code = newSupportCode();
  const expires_at = now + HOUR;
  await tx.supportCodes.add({
    code_hash: hashSupportCode(salt, code),
    player_id: playerId,
    by_team: byTeam ? 1 : 0,
    created_at: now,
    expires_at,
    used_at: null,
    created_by: issuerId ?? null,
  });
  return { code: groupedCode(code), expiresAt: iso(expires_at) };
}

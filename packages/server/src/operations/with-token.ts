import { sameHash } from '../domain/tokens.ts';
import type { PlayerSession } from '../store/player-reads.ts';
import type { Transaction } from '../store/store.ts';
import type { PlayerRow } from '../store/tables.ts';
import { tokenRefused } from './unauthorized.ts';

/**
 * The token was checked before the body arrived, and may be replaced. `player`: the locked row of
 * the session's player. Throws AppError `unauthorized`.
 */
export async function withToken<Row extends Pick<PlayerRow, 'account_id' | 'token_hash'>>(
  tx: Pick<Transaction, 'playerLinks'>,
  { player_id: accountId, installation_id: installationId, token_hash: presented }: PlayerSession,
  player: Row | undefined,
): Promise<Row> {
  const holder = installationId === undefined ? player : await tx.playerLinks.find(accountId, installationId);
  const isValid = holder !== undefined && sameHash(holder.token_hash, presented);
  if (!isValid || player?.account_id !== null) throw tokenRefused();
  return player;
}

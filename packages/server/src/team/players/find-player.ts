import { type Access, canAccessProject } from '../../domain/access.ts';
import { AppError } from '../../errors.ts';
import type { Stores } from '../../store/store.ts';
import type { PlayerRow } from '../../store/tables.ts';

/**
 * Finds a player in the caller's projects. A linked installation's id leads to its account. `lock`:
 * until the transaction ends, against linking. Throws AppError `not-found`.
 */
export async function findPlayer(
  { players }: Stores,
  caller: Access,
  playerId: string,
  lock = false,
): Promise<PlayerRow> {
  const read = lock ? players.lock : players.byId;
  const player = await read(playerId);
  if (player === undefined || !canAccessProject(caller, player.project_id)) throw new AppError('not-found');
  return player.account_id === null ? player : ((await read(player.account_id)) ?? player);
}

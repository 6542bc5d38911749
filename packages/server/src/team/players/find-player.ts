import { type Access, canAccessProject } from '../../domain/access.ts';
import { AppError } from '../../errors.ts';
import type { Transaction } from '../../store/store.ts';
import type { PlayerRow } from '../../store/tables.ts';

/** Finds a player in a project of the caller. @throws AppError `not-found` */
export async function findPlayer(
  { players }: Pick<Transaction, 'players'>,
  caller: Access,
  playerId: string,
): Promise<PlayerRow> {
  const player = await players.byId(playerId);
  if (player === undefined || !canAccessProject(caller, player.project_id)) throw new AppError('not-found');
  return player;
}

import { type Access, mayEnter } from '../../domain/access.ts';
import { AppError } from '../../errors.ts';
import type { Transaction } from '../../store/store.ts';
import type { PlayerRow } from '../../store/tables.ts';

/** A player. @throws AppError `not-found` */
export async function findPlayer(
  { players }: Pick<Transaction, 'players'>,
  caller: Access,
  playerId: string,
): Promise<PlayerRow> {
  const player = await players.byId(playerId);
  if (player === undefined || !mayEnter(caller, player.project_id)) throw new AppError('not-found');
  return player;
}

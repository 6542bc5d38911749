import { MAX_RECORDED_MOVES } from '@player-support/contract/limits';
import type { Executor } from './database.ts';
import { deleteOldest, deleteRows, expiringRows, insertRow } from './plain-statements.ts';
import { statement } from './statement.ts';
import { type PlayerMoveRow, playerMoveTable } from './tables.ts';

const insert = insertRow(playerMoveTable);

const trim = deleteOldest(playerMoveTable, 'player_id', 'move_id', 'move_id');

type Key = Pick<PlayerMoveRow, 'player_id' | 'installation_id'>;

const ofPlayer = statement<{ playerId: string }>()((db, { playerId }) =>
  db
    .selectFrom('player_move')
    .select(['installation_id', 'kind', 'tickets', 'created_at'])
    .where('player_id', '=', playerId)
    .orderBy('move_id', 'desc'),
);

const from = statement<Key>()((db, { player_id, installation_id }) =>
  db
    .selectFrom('player_move')
    .select('moved')
    .where((row) => row.and({ player_id, installation_id }))
    .orderBy('move_id', 'desc'),
);

const remove = deleteRows(playerMoveTable, 'player_id', 'installation_id');

const expiring = expiringRows(playerMoveTable, 'created_at');

export const recordedMoves = (db: Executor) => ({
  /** Keeps the newest 100. Lock the player before. */
  async add(row: PlayerMoveRow): Promise<void> {
    await db.run(insert, row);
    await db.run(trim, { ownerId: row.player_id, keep: MAX_RECORDED_MOVES });
  },
  ofPlayer: (playerId: string) => db.all(ofPlayer, { playerId }),
  /** Deletes and returns the moves, newest first. Lock the player before. */
  async take(playerId: string, installationId: string): Promise<Pick<PlayerMoveRow, 'moved'>[]> {
    const key = { player_id: playerId, installation_id: installationId };
    const moves = await db.all(from, key);
    if (moves.length > 0) await db.run(remove, key);
    return moves;
  },
  ...expiring(db),
});

import { once } from '../operations/idempotency.ts';
import type { Call } from '../operations/operation.ts';
import type { Service } from '../operations/service.ts';
import type { Transaction } from '../store/store.ts';

/**
 * Does a player's write in one transaction, at most once per Idempotency-Key and path, and gives the answer as JSON.
 *
 * @throws AppError `idempotency-conflict` if the key came with another body
 */
export async function writeOnce(
  call: Call<'player'>,
  { store, config }: Service,
  path: string,
  answer: object,
  work: (tx: Transaction) => Promise<void>,
): Promise<string> {
  const { player_id: playerId } = call.caller.session;
  return store.transaction((tx) => once(tx, call, config, { playerId, path }, answer, () => work(tx)));
}

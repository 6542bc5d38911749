import type { Operation } from '../operations/operation.ts';
import type { Service } from '../operations/service.ts';
import type { Admitted } from './api-request.ts';

/**
 * Reads for a player. A read that can be refused under overload waits for the player's concurrency
 * limit, and counts as in flight.
 *
 * @throws AppError `rate-limited` if too many wait
 */
export async function readInTurn<T>(
  { sheds }: Operation,
  playerId: string,
  { load, playerReads }: Service,
  address: string,
  read: () => Promise<T>,
): Promise<T> {
  if (sheds === undefined) return read();
  // Most players have no other read running, so this avoids a promise.
  if (!playerReads.begin(playerId)) await playerReads.wait(playerId);
  load.began(sheds, address);
  try {
    return await read();
  } finally {
    load.ended(sheds, address);
    playerReads.end(playerId);
  }
}

/** Runs a handler within the caller's concurrency limit. @throws AppError `rate-limited` */
export function handleInTurn<T>({ caller }: Admitted, service: Service, handle: () => Promise<T>): Promise<T> {
  // The data of a player was read before, within that player's limit.
  if (caller === undefined || !('role' in caller)) return handle();
  return service.teamRequests.run(caller.id, handle);
}

import type { ServerResponse } from 'node:http';
import type { Operation, OperationResponse } from '../operations/operation.ts';
import type { Admitted } from './api-request.ts';
import type { Service } from './service.ts';

/** Where a request came from, and its response. */
export interface Exchange {
  /** The key of the client's address. */
  readonly address: string;
  readonly response: ServerResponse;
}

/**
 * Reads for a player. A read that can be refused under overload waits for the player's concurrency
 * limit, and counts as in flight. For the player and the address it counts until the response has
 * been sent, so that a client that does not read cannot make the server hold more and more of them.
 *
 * @throws AppError `rate-limited` if too many wait
 */
export async function readInTurn<T>(
  { sheds }: Operation,
  playerId: string,
  { load, playerReads }: Service,
  { address, response }: Exchange,
  read: () => Promise<T>,
): Promise<T> {
  if (sheds === undefined) return read();
  // Most players have no other read running, so this avoids a promise.
  if (!playerReads.begin(playerId)) await playerReads.wait(playerId);
  load.began(address);
  try {
    return await read();
  } finally {
    load.ended();
    afterResponse(response, () => {
      load.sent(address);
      playerReads.end(playerId);
    });
  }
}

/**
 * Runs a handler within the caller's concurrency limit. It counts until its response has been sent,
 * except a stream of events, which stays open. An operation that waits for others has its own limit.
 *
 * @throws AppError `rate-limited`
 */
export async function handleInTurn(
  { waitsForOthers }: Operation,
  { caller }: Admitted,
  { teamRequests }: Service,
  response: ServerResponse,
  handle: () => Promise<OperationResponse>,
): Promise<OperationResponse> {
  // The data of a player was read before, within that player's limit.
  if (caller === undefined || !('role' in caller) || waitsForOthers) return handle();
  const { id } = caller;
  const end = () => teamRequests.end(id);
  if (!teamRequests.begin(id)) await teamRequests.wait(id);
  try {
    const result = await handle();
    if (result.events === undefined) afterResponse(response, end);
    else end();
    return result;
  } catch (error) {
    end();
    throw error;
  }
}

/** Calls `done` when the response has been sent or its connection is closed. */
function afterResponse(response: ServerResponse, done: () => void): void {
  if (response.closed) done();
  else response.once('close', done);
}

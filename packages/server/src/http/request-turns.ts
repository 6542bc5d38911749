import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Requests of one kind that begin in one turn of the event loop. */
export const PER_TURN = 32;

type Exchange = readonly [IncomingMessage, ServerResponse];

/**
 * Begins a bounded number of requests in one turn of the event loop, in the order of their arrival.
 * Node accepts one connection per turn, so long turns would keep new connections waiting. Reads and
 * writes have separate queues, so that a flood of polls delays no write. Each connection has one
 * request in a queue at most.
 *
 * Call it before the server listens.
 *
 * @param beginRound called when all reads that waited at the last call have begun
 */
export function beginInTurns(server: Server, beginRound: () => void): void {
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  function begin([request, response]: Exchange): void {
    // Its client has gone, so nobody waits for the response.
    if (request.socket.destroyed) return;
    for (const listener of listeners) listener.call(server, request, response);
  }
  const read = queue(begin, beginRound);
  const write = queue(begin, () => {});
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { method } = request;
    if (method === 'GET' || method === 'HEAD') read([request, response]);
    else write([request, response]);
  });
}

/** Returns a function that adds a request to a new queue. */
function queue(begin: (exchange: Exchange) => void, beginRound: () => void): (exchange: Exchange) => void {
  const waiting: Exchange[] = [];
  /** Requests of this round that still wait. */
  let ofRound = 0;

  function turn(): void {
    if (ofRound === 0) {
      ofRound = waiting.length;
      beginRound();
    }
    const exchanges = waiting.splice(0, Math.min(ofRound, PER_TURN));
    ofRound -= exchanges.length;
    if (waiting.length > 0) setImmediate(turn);
    for (const exchange of exchanges) begin(exchange);
  }

  return (exchange) => {
    if (waiting.push(exchange) === 1) setImmediate(turn);
  };
}

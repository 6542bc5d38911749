import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Cleanup, listen } from './fault-proxy.ts';

/** A request to a server that is not the service. */
export interface StrayRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

export interface Elsewhere {
  readonly url: string;
  readonly requests: readonly StrayRequest[];
}

/** Looks like every successful answer of the service. A client must not believe it. */
const BAIT = JSON.stringify({
  playerId: 'ply_elsewhere',
  playerAccessToken: 'pat_elsewhere',
  ticketId: 'tkt_elsewhere',
  messageId: 'msg_elsewhere',
  status: 'open',
  ok: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  readAt: '2026-01-01T00:00:00.000Z',
  serverTime: '2026-01-01T00:00:00.000Z',
  tickets: [],
  messages: [],
  nextPollAfterSeconds: 1,
});

/** Redirects of the fault proxy lead to this server. */
export async function startElsewhere(t: Cleanup): Promise<Elsewhere> {
  const requests: StrayRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming;
    requests.push({ method, url, headers, text: await text(incoming) });
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(BAIT);
  });
  const url = (await listen(t, server)).replace('127.0.0.1', 'localhost');
  return { url, requests };
}

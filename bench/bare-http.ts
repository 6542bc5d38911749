import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The least that node:http can do: it reads requests, and writes recorded bytes. */

/** From the real server. */
export interface RecordedResponse {
  readonly status: number;
  /** Names and values, alternately. */
  readonly headers: readonly string[];
  readonly body: string;
}

export interface Ready {
  readonly port: number;
}

let responses: readonly RecordedResponse[] = [];
let next = 0;

function respond(response: ServerResponse): void {
  const { status, headers, body } = responses[next++ % responses.length] as RecordedResponse;
  response.writeHead(status, headers as string[]).end(body);
}

function handle(request: IncomingMessage, response: ServerResponse): void {
  if (request.method === 'GET') {
    respond(response);
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    Buffer.concat(chunks);
    respond(response);
  });
}

// The real server's, because the response header Keep-Alive contains it.
const server = createServer({ keepAliveTimeout: 10_000 }, handle).listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port } satisfies Ready);
});
process.on('message', (message: readonly RecordedResponse[]) => {
  responses = message;
  next = 0;
  process.send?.({});
});
process.on('disconnect', () => process.exit());

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer of the real server, as bare node:http is to give it. */
export interface CannedAnswer {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string;
}

export interface Ready {
  readonly port: number;
}

// The least that node:http can do for these answers: it reads the request, a body included, and writes the bytes.
let answers: readonly CannedAnswer[] = [];
let next = 0;

function answer(response: ServerResponse): void {
  const { status, headers, body } = answers[next++ % answers.length] as CannedAnswer;
  response.writeHead(status, headers as string[]).end(body);
}

function handle(request: IncomingMessage, response: ServerResponse): void {
  if (request.method === 'GET') {
    answer(response);
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    Buffer.concat(chunks);
    answer(response);
  });
}

// The header Keep-Alive tells the time-out, so that it must be the real server's.
const server = createServer({ keepAliveTimeout: 10_000 }, handle).listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port } satisfies Ready);
});
process.on('message', (message: readonly CannedAnswer[]) => {
  answers = message;
  next = 0;
  process.send?.({});
});
process.on('disconnect', () => process.exit());

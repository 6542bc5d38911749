import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

/** What can happen to a request on its way. */
export const FAULTS = [
  'none',
  'slow',
  'lost request',
  'lost response',
  'cut response',
  'late response',
  '429',
  '500',
  '500 afterwards',
  '503',
  'captive portal',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface FaultProxy {
  readonly url: string;
  /** The number of requests with each fault. */
  readonly count: Record<Fault, number>;
}

/** Starts a proxy in front of the server. `next` returns the fault of each request. */
export async function startFaultProxy(
  t: Pick<TestContext, 'after'>,
  server: string,
  next: (request: IncomingMessage) => Fault,
): Promise<FaultProxy> {
  const count = Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as Record<Fault, number>;
  const proxy = createServer((incoming, outgoing) => {
    const fault = next(incoming);
    count[fault]++;
    handle(incoming, outgoing, server, fault).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, count };
}

const CORS = { 'access-control-allow-origin': '*' };

async function handle(incoming: IncomingMessage, outgoing: ServerResponse, server: string, fault: Fault) {
  const body = await buffer(incoming);
  const refuse = (status: number, headers: Record<string, string> = {}, text = '') =>
    void outgoing.writeHead(status, { ...CORS, ...headers }).end(text);
  if (fault === 'lost request') return void outgoing.destroy();
  if (fault === '429') return refuse(429, { 'retry-after': '1' });
  if (fault === '500') return refuse(500, { 'content-type': 'text/html' }, '<h1>Oops</h1>');
  if (fault === '503') {
    const now = new Date();
    return refuse(503, { date: now.toUTCString(), 'retry-after': new Date(now.getTime() + 1000).toUTCString() });
  }
  if (fault === 'captive portal') return refuse(200, { 'content-type': 'text/html' }, '<h1>Welcome to the hotel</h1>');
  if (fault === 'slow') await sleep(15);

  const { status, headers, text } = await forward(incoming, body, server);
  if (fault === 'late response') await sleep(30);
  if (fault === 'lost response') return void outgoing.destroy();
  if (fault === '500 afterwards') return refuse(500);
  if (fault === 'cut response' && text.length > 1) {
    outgoing.writeHead(status, { ...headers, 'content-length': text.length });
    outgoing.write(text.subarray(0, text.length / 2), () => outgoing.destroy());
    return;
  }
  outgoing.writeHead(status, headers).end(text);
}

interface Forwarded {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: Buffer;
}

function forward(incoming: IncomingMessage, body: Buffer, server: string): Promise<Forwarded> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const { host: _host, connection: _connection, 'transfer-encoding': _encoding, ...own } = headers;
    const sent = request(
      server + url,
      { method, headers: { ...own, 'content-length': String(body.length) } },
      (response) => {
        const { connection: _one, 'keep-alive': _two, 'transfer-encoding': _three, ...kept } = response.headers;
        buffer(response).then((text) => resolve({ status: response.statusCode ?? 0, headers: kept, text }), reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

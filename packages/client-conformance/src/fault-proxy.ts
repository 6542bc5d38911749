import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { FOREIGN, type ForeignResponse, type ProxyResponse } from './foreign-responses.ts';
import { ownResponse, redirect } from './own-responses.ts';
import { asksForOffset, isUpload, type Part, partOf, UploadNames } from './uploads.ts';

/** Runs the function at the end of a test, scenario or program. */
export interface Cleanup {
  after(end: () => unknown): unknown;
}

const DELIVERY_FAULTS = [
  'none',
  'slow',
  'lost request',
  'cut request',
  'lost response',
  'cut response',
  'late response',
  'late request',
  'twice',
  '429',
  '500',
  '500 afterwards',
  '503',
  'redirect',
  'expired token',
  'no project',
  '413',
  '415',
] as const;

const REFUSALS_OF_FILES: readonly Fault[] = ['413', '415'];

export type Fault = (typeof DELIVERY_FAULTS)[number] | ForeignResponse;
export const FAULTS: readonly Fault[] = [...DELIVERY_FAULTS, ...FOREIGN];

/** `goodShare`: the share of requests without a fault. */
export function randomFault(
  random: () => number,
  { method, url }: Pick<Exchange, 'method' | 'url'>,
  goodShare = 0.35,
): Fault {
  const fault = random() < goodShare ? 'none' : (FAULTS[Math.floor(random() * FAULTS.length)] ?? 'none');
  const isIdentify = url.endsWith('/player/identify');
  if (REFUSALS_OF_FILES.includes(fault)) return isUpload({ url }) && !asksForOffset({ method, url }) ? fault : 'none';
  const fits = fault === 'no project' ? isIdentify : fault !== 'expired token' || !isIdentify;
  return fits ? fault : 'none';
}

export interface Exchange {
  /** Milliseconds of the monotonic clock when the whole request was there. */
  readonly at: number;
  readonly method: string;
  /** With the query. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  /** Parsed JSON. Undefined for the bytes of a file. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly fileName?: string | undefined;
  readonly part?: Part | undefined;
  fault: Fault | 'own response';
  /** Even if the client never saw it. */
  response?: { readonly status: number; readonly body: Readonly<Record<string, unknown>> | undefined };
  /** As the client got it. Undefined if the connection broke. */
  status?: number;
  endedAt?: number;
}

export interface FaultProxy {
  readonly url: string;
  readonly count: Record<Fault, number>;
  /** In the order of arrival. */
  readonly exchanges: readonly Exchange[];
  /** Resolves when the service has answered all requests, even those held back. */
  settled(): Promise<void>;
}

export interface FaultProxyOptions {
  /** Where redirects lead. */
  readonly elsewhere?: string;
  /** Replaces the service's `nextPollAfterSeconds`. */
  readonly pollSeconds?: number;
  readonly onEnd?: (exchange: Exchange) => void;
}

/** `next` returns a fault or the proxy's own answer for each request. */
export async function startFaultProxy(
  t: Cleanup,
  server: string,
  next: (exchange: Exchange) => Fault | ProxyResponse,
  options: FaultProxyOptions = {},
): Promise<FaultProxy> {
  const count = Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as Record<Fault, number>;
  const exchanges: Exchange[] = [];
  const deliveries = new Set<Promise<unknown>>();
  const names = new UploadNames();

  /** Sends it to the service even if the client no longer waits. */
  function deliver(exchange: Exchange, body: Buffer): Promise<Delivered> {
    const delivery = forward(exchange, body, server).then((delivered) => {
      const response = { status: delivered.status, body: jsonObject(delivered.text) };
      exchange.response ??= response;
      names.learn(exchange, response);
      return options.pollSeconds === undefined ? delivered : withPollSeconds(delivered, response, options.pollSeconds);
    });
    const watched = delivery.catch(() => {}).finally(() => deliveries.delete(watched));
    deliveries.add(watched);
    return delivery;
  }

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const { method = 'GET', url = '/', headers } = incoming;
    const at = performance.now();
    const request = { method, url, headers };
    const exchange: Exchange = {
      ...request,
      at,
      body: isUpload(request) ? undefined : jsonObject(body),
      fileName: names.of(request),
      part: partOf(request, body),
      fault: 'none',
    };
    exchanges.push(exchange);
    outgoing.on('close', () => {
      exchange.endedAt = performance.now();
      if (outgoing.writableFinished) exchange.status = outgoing.statusCode;
      options.onEnd?.(exchange);
    });
    const chosen = next(exchange);
    if (typeof chosen === 'object') {
      exchange.fault = 'own response';
      return send(outgoing, chosen);
    }
    exchange.fault = chosen;
    count[chosen]++;
    const own = chosen === 'redirect' ? redirect(options.elsewhere ?? '', url) : ownResponse(chosen);
    if (own !== undefined) return send(outgoing, own);
    if (chosen === 'cut request') {
      // Clients continue at once, so the service gets the half first.
      await sendHalf(exchange, body, server);
      outgoing.destroy();
      return;
    }
    await withDelivery(chosen, outgoing, () => deliver(exchange, body));
  }

  const proxy = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const url = await listen(t, proxy);
  return {
    url,
    count,
    exchanges,
    async settled() {
      while (deliveries.size > 0) await Promise.all(deliveries);
    },
  };
}

/** Starts a server on a free port. Returns its URL. */
export async function listen(t: Cleanup, server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const CORS = { 'access-control-allow-origin': '*' };

function send(outgoing: ServerResponse, { status, headers = {}, body = '' }: ProxyResponse): void {
  if (status === 0) return;
  outgoing.writeHead(status, { ...CORS, ...headers }).end(body);
}

async function withDelivery(fault: Fault, outgoing: ServerResponse, deliver: () => Promise<Delivered>): Promise<void> {
  if (fault === 'lost request') return void outgoing.destroy();
  if (fault === 'late request') {
    // The client repeats it, perhaps before this one arrives.
    outgoing.destroy();
    await sleep(60);
    await deliver();
    return;
  }
  if (fault === 'slow') await sleep(15);
  const [{ status, headers, text }] = await Promise.all(fault === 'twice' ? [deliver(), deliver()] : [deliver()]);
  if (fault === 'late response') await sleep(30);
  if (fault === 'lost response') return void outgoing.destroy();
  if (fault === '500 afterwards') return send(outgoing, { status: 500 });
  if (fault === 'cut response' && text.length > 1) {
    outgoing.writeHead(status, { ...headers, 'content-length': text.length });
    outgoing.write(text.subarray(0, text.length / 2), () => outgoing.destroy());
    return;
  }
  outgoing.writeHead(status, headers).end(text);
}

interface Delivered {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: Buffer;
}

function forward({ method, url, headers }: Exchange, body: Buffer, server: string): Promise<Delivered> {
  return new Promise((resolve, reject) => {
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

/** Resolves when the service has closed the connection, after 10 s at the latest. */
function sendHalf({ method, url, headers }: Exchange, body: Buffer, server: string): Promise<void> {
  const { host: _host, connection: _connection, 'transfer-encoding': _encoding, ...own } = headers;
  return new Promise((resolve) => {
    const sent = request(server + url, { method, headers: { ...own, 'content-length': String(body.length + 1) } });
    sent.on('error', () => resolve()).on('close', resolve);
    sent.setTimeout(10_000, () => sent.destroy());
    sent.write(body.subarray(0, body.length / 2), () => sent.socket?.end());
  });
}

function withPollSeconds(
  delivered: Delivered,
  { body }: NonNullable<Exchange['response']>,
  seconds: number,
): Delivered {
  if (body?.nextPollAfterSeconds === undefined) return delivered;
  const text = Buffer.from(JSON.stringify({ ...body, nextPollAfterSeconds: seconds }));
  return { ...delivered, text, headers: { ...delivered.headers, 'content-length': String(text.length) } };
}

function jsonObject(text: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text.toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

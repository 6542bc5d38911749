import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

/** So small that waiting responses do not hold up others. */
const PIECE = 1024;

interface Speed {
  /** From request to response, besides the server's own time. */
  readonly latencyMs: number;
  /** Shared by all responses. */
  readonly bytesPerSecond: number;
}

/** A request, or a piece of a response. In milliseconds of the clock. */
interface Event {
  readonly at: number;
  readonly bytes: number;
}

export interface SlowNetwork {
  readonly url: string;
  /** Sent and received until this time, headers included. */
  until(at: number): { readonly requests: number; readonly bytes: number };
  reset(): void;
}

/** DevTools could not slow down the requests of a service worker. */
export async function slowNetwork(
  t: { after(run: () => unknown): void },
  target: string,
  speed: Speed,
): Promise<SlowNetwork> {
  let events: Event[] = [];
  let freeAt = 0;
  /** Waits until the network has carried these bytes. */
  const carry = async (bytes: number) => {
    const now = performance.now();
    freeAt = Math.max(now, freeAt) + (bytes / speed.bytesPerSecond) * 1000;
    await setTimeout(freeAt - now);
    events.push({ at: Date.now(), bytes });
  };
  const proxy = createServer((request, response) => {
    const { method, url = '/', headers } = request;
    events.push({ at: Date.now(), bytes: 0 });
    const forwarded = send(new URL(url, target), { method, headers }, async (answer) => {
      await carry(answer.rawHeaders.join(': ').length);
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      response.flushHeaders();
      pipeline(slowly(answer, carry), response, () => undefined);
    });
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    void setTimeout(speed.latencyMs).then(() => request.pipe(forwarded));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    until: (at) => {
      const before = events.filter((event) => event.at <= at);
      const requests = before.filter(({ bytes }) => bytes === 0).length;
      return { requests, bytes: before.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    reset: () => {
      events = [];
    },
  };
}

async function* slowly(source: Readable, carry: (bytes: number) => Promise<void>) {
  for await (const chunk of source as AsyncIterable<Buffer>) {
    for (let start = 0; start < chunk.length; start += PIECE) {
      const piece = chunk.subarray(start, start + PIECE);
      await carry(piece.length);
      yield piece;
    }
  }
}

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { runAgent } from './agent.ts';
import { watchArrivals } from './arrivals.ts';
import { createFeed } from './feed.ts';
import { createNetwork, type Exchange } from './network.ts';
import { sendPage, sendText } from './pages.ts';
import { startService } from './service.ts';
import { GAME_NAME, openStudio } from './studio.ts';
import { createVisitor } from './visitor.ts';

/** For a page that opens. */
const MAX_EXCHANGES = 100;

export interface Demo {
  /** Opens the page once, as the owner of the demo's team. */
  readonly link: string;
  /** Ends the server and deletes its data. */
  stop(): Promise<void>;
}

/**
 * Shows the game and the console on 127.0.0.1. `port` 0: a free one. Throws if the server does not
 * start or the port is in use.
 */
export async function startDemo(port: number): Promise<Demo> {
  const server = createServer();
  // A browser repeats a request when a kept connection is cut.
  server.maxRequestsPerSocket = 1;
  // Requests of an earlier demo's page wait until this demo is ready.
  const { promise: handler, resolve: setHandler } = Promise.withResolvers<RequestListener>();
  server.on('request', async (request, response) => (await handler)(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const ownPort = (server.address() as AddressInfo).port;

  const feed = createFeed();
  const visitor = createVisitor();
  const exchanges: Exchange[] = [];
  let arrived: readonly string[] = [];
  const network = createNetwork((exchange) => {
    const index = exchanges.findIndex(({ id }) => id === exchange.id);
    if (index >= 0) exchanges[index] = exchange;
    else if (exchanges.push(exchange) > MAX_EXCHANGES) exchanges.shift();
    feed.tell('exchange', exchange);
  });
  const folder = mkdtempSync(path.join(os.tmpdir(), 'player-support-demo-'));
  const service = await startService(folder, (change) => feed.tell('state', stateWith(change)));
  const studio = await openStudio(service).catch(async (error: unknown) => {
    await service.stop();
    throw error;
  });
  const stopping = new AbortController();
  const work = [
    runAgent(studio, stopping.signal),
    watchArrivals(studio, stopping.signal, (texts) => {
      arrived = texts;
      feed.tell('arrived', arrived);
    }),
  ];

  function stateWith({ pid, starts }: { readonly pid: number | undefined; readonly starts: number }) {
    const { isOffline, losesAnswers } = network;
    return { isOffline, losesAnswers, pid: pid ?? null, starts };
  }

  function enter(response: ServerResponse, key: string): void {
    const cookie = visitor.enter(key);
    if (cookie)
      response.writeHead(303, { location: '/demo/', 'set-cookie': cookie, 'cache-control': 'no-store' }).end();
    else sendText(response, 403, 'This link was used. Go on in the browser that opened it, or restart the demo.');
  }

  const switches: Readonly<Record<string, () => void>> = {
    __proto__: null as never,
    offline: () => {
      network.isOffline = !network.isOffline;
    },
    lose: () => {
      network.losesAnswers = !network.losesAnswers;
    },
    kill: () => service.kill(),
  };

  function press(request: IncomingMessage, response: ServerResponse, name: string): void {
    const press = switches[name];
    if (request.headers['sec-fetch-site'] !== 'same-origin') sendText(response, 403, 'A page of another site asks.');
    else if (press === undefined) sendText(response, 404, 'There is no such switch.');
    else {
      press();
      feed.tell('state', stateWith(service));
      response.writeHead(204).end();
    }
  }

  function answerVisitor(request: IncomingMessage, response: ServerResponse, name: string): void {
    if (request.method === 'POST') press(request, response, name);
    else if (name === 'events') {
      feed.follow(response, [
        ['state', stateWith(service)],
        ['arrived', arrived],
        ...exchanges.map((exchange) => ['exchange', exchange] as const),
      ]);
    } else sendPage(response, name || 'index.html', { projectKey: studio.projectKey, gameName: GAME_NAME });
  }

  setHandler((request, response) => {
    const url = pathOf(request);
    const isVisitor = visitor.sent(request);
    const key = url?.searchParams.get('key');
    if (!isOwnHost(request, ownPort)) sendText(response, 421, 'The demo answers to this machine only.');
    else if (url === null) sendText(response, 400, 'The request must name a path.');
    else if (!url.pathname.startsWith('/demo/')) {
      // Everybody may use what needs no session, such as the game's API.
      network.pass(request, response, service.url, isVisitor ? studio.sessionCookie : undefined);
    } else if (isVisitor) answerVisitor(request, response, url.pathname.slice('/demo/'.length));
    else if (key) enter(response, key);
    else sendText(response, 403, 'Open the link that npm run demo has printed. If it was used, restart the demo.');
  });

  return {
    link: `http://127.0.0.1:${ownPort}/demo/?key=${visitor.key}`,
    async stop() {
      stopping.abort();
      server.close();
      server.closeAllConnections();
      await service.stop();
      await Promise.all(work);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Null for a target that could name another host, such as `//host/`. */
function pathOf({ url = '' }: IncomingMessage): URL | null {
  return /^\/(?![/\\])/.test(url) ? URL.parse(url, 'http://127.0.0.1') : null;
}

/** Otherwise any site could read the demo by changing its DNS record. */
function isOwnHost({ headers }: IncomingMessage, port: number): boolean {
  return [`127.0.0.1:${port}`, `localhost:${port}`].includes(headers.host ?? '');
}

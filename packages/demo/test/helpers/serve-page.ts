import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves the page of a game, at an origin of its own. Returns its URL. */
export async function servePage(html: string): Promise<string> {
  const game = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html));
  // Nothing waits for it if the test fails.
  game.unref();
  game.listen(0, '127.0.0.1');
  await once(game, 'listening');
  return `http://127.0.0.1:${(game.address() as AddressInfo).port}/`;
}

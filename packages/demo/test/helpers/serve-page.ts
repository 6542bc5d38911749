import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves a game's page at its own origin. Returns its URL. */
export async function servePage(html: string): Promise<string> {
  const game = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html));
  // A failed test does not wait for it.
  game.unref();
  game.listen(0, '127.0.0.1');
  await once(game, 'listening');
  return `http://127.0.0.1:${(game.address() as AddressInfo).port}/`;
}

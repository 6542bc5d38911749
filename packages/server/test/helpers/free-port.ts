import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Finds a port below those that systems choose for connections and port 0, so it stays free until
 * its server starts.
 */
export async function freePort(): Promise<string> {
  for (;;) {
    // Browsers and fetch refuse no port above 10080.
    const port = randomInt(11_000, 32_768);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve, reject) => {
      server.once('listening', () => resolve(true));
      server.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
      );
      server.listen(port, '127.0.0.1');
    });
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return String(port);
  }
}

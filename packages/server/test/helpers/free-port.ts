import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port that nothing listens on. It is below the ports that systems choose for connections and for
 * port 0, so that the system gives it to nothing else before its server starts.
 */
export async function freePort(): Promise<string> {
  for (;;) {
    // Above 10080, the last port that browsers and fetch refuse.
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

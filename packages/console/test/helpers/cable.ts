import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The connection of a browser to a server. A test can pull it out and put it back in. */
export interface Cable {
  /** The address of the server through the cable. */
  readonly url: string;
  pull(): void;
  plug(): void;
}

/**
 * Unlike the offline mode of DevTools, it also stops service workers and requests of pages that are
 * closed.
 */
export async function openCable(t: { after(run: () => unknown): void }, target: string): Promise<Cable> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isPlugged = true;
  const server = createServer((near) => {
    if (!isPlugged) return void near.destroy();
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    cut();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pull: () => {
      isPlugged = false;
      cut();
    },
    plug: () => {
      isPlugged = true;
    },
  };
}

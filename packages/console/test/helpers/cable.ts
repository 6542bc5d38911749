import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A test can pull out a browser's connection to a server and put it back. */
export interface Cable {
  /** Through the cable. */
  readonly url: string;
  pull(): void;
  plug(): void;
}

/** Unlike DevTools' offline mode, it also stops service workers and closed pages' requests. */
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

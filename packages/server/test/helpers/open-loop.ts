import { once } from 'node:events';
import net from 'node:net';

/** A request as bytes, and what is called with its answer: status 0 where none came in time. */
export interface Shot {
  readonly bytes: string;
  answered(status: number, retryAfter: string | undefined): void;
}

interface Pending {
  readonly shot: Shot;
  readonly deadline: number;
  /** Whether the answer came, or the connection closed, or there was no answer in time. */
  isOver: boolean;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** The text of an HTTP/1.1 request that keeps the connection open. */
export function request(method: string, path: string, token: string, body?: object): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const type =
    body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${type}\r\n${text}`;
}

/**
 * A client of many connections that costs little, because it shares the machine with the server: it
 * writes ready-made bytes, and reads no more of an answer than its status, its length and Retry-After.
 * On each connection up to `depth` requests are under way at once.
 */
export class Connections {
  readonly #all: Connection[] = [];
  /** Those that have room, in the order in which they are used next. */
  readonly #free: Connection[] = [];
  /** What was sent and is not over, the oldest first; from `#oldest` on. */
  #sent: Pending[] = [];
  #oldest = 0;
  /** Milliseconds after which a request has no answer in time. */
  readonly #patience: number;

  private constructor(patience: number) {
    this.#patience = patience;
  }

  /** @param patience seconds until a request counts as not answered in time */
  static async open(url: string, count: number, depth: number, patience: number): Promise<Connections> {
    const connections = new Connections(patience * 1000);
    const port = Number(new URL(url).port);
    for (let i = 0; i < count; i++) {
      const socket = net.connect(port, '127.0.0.1').setNoDelay();
      await once(socket, 'connect');
      const connection = new Connection(socket, depth, () => connections.#free.push(connection));
      connections.#all.push(connection);
      connections.#free.push(connection);
    }
    return connections;
  }

  /** Sends it on the next connection that has room. Returns false if none has. */
  send(shot: Shot): boolean {
    const connection = this.#free.shift();
    if (connection === undefined) return false;
    const pending = { shot, deadline: performance.now() + this.#patience, isOver: false };
    this.#sent.push(pending);
    if (connection.send(pending)) this.#free.push(connection);
    return true;
  }

  /** Ends requests that waited too long. Their connections stay open; late responses are ignored. */
  expire(): void {
    const now = performance.now();
    for (; this.#oldest < this.#sent.length; this.#oldest++) {
      const pending = this.#sent[this.#oldest];
      if (pending === undefined || (!pending.isOver && pending.deadline > now)) break;
      end(pending, 0, undefined);
    }
    if (this.#oldest < 10_000) return;
    this.#sent = this.#sent.slice(this.#oldest);
    this.#oldest = 0;
  }

  get waiting(): boolean {
    this.expire();
    return this.#oldest < this.#sent.length;
  }

  close(): void {
    for (const connection of this.#all) connection.close();
  }
}

function end(pending: Pending, status: number, retryAfter: string | undefined): void {
  if (pending.isOver) return;
  pending.isOver = true;
  pending.shot.answered(status, retryAfter);
}

class Connection {
  readonly #pending: Pending[] = [];
  readonly #socket: net.Socket;
  readonly #depth: number;
  /** Called when there is room again, after a `send` that took the last. */
  readonly #hasRoom: () => void;
  #rest: Buffer = Buffer.alloc(0);
  /** Bytes of a body that have not arrived yet. */
  #skip = 0;

  constructor(socket: net.Socket, depth: number, hasRoom: () => void) {
    this.#socket = socket;
    this.#depth = depth;
    this.#hasRoom = hasRoom;
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      const wasFull = this.#pending.length === depth;
      for (const pending of this.#pending.splice(0)) end(pending, 0, undefined);
      if (wasFull) hasRoom();
    });
  }

  /** Whether there is room for one more. */
  send(pending: Pending): boolean {
    if (this.#socket.destroyed) {
      end(pending, 0, undefined);
      return true;
    }
    this.#pending.push(pending);
    this.#socket.write(pending.shot.bytes, 'latin1');
    return this.#pending.length < this.#depth;
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    let data = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    while (data.length > 0) {
      const skipped = Math.min(this.#skip, data.length);
      this.#skip -= skipped;
      data = data.subarray(skipped);
      const headEnd = data.indexOf(HEAD_END);
      if (headEnd < 0) break;
      const head = data.toString('latin1', 0, headEnd);
      this.#skip = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      data = data.subarray(headEnd + HEAD_END.length);
      const status = Number(head.slice(9, 12));
      const retryAfter = status < 429 ? undefined : /\r\nretry-after: ([^\r]*)/i.exec(head)?.[1];
      this.#answered(status, retryAfter);
    }
    this.#rest = data;
  }

  #answered(status: number, retryAfter: string | undefined): void {
    const wasFull = this.#pending.length === this.#depth;
    const pending = this.#pending.shift();
    if (wasFull) this.#hasRoom();
    if (pending !== undefined) end(pending, status, retryAfter);
  }
}

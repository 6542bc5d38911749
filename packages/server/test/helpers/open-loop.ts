import { once } from 'node:events';
import net from 'node:net';

/** `answered` gets the response; status 0: none in time. */
export interface LoadRequest {
  readonly bytes: string;
  answered(status: number, retryAfter: string | undefined): void;
}

interface Pending {
  readonly request: LoadRequest;
  readonly deadline: number;
  /** Answered, failed or timed out. */
  isOver: boolean;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** HTTP/1.1. The connection stays open. */
export function requestBytes(method: string, path: string, token: string, body?: object): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const type =
    body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${type}\r\n${text}`;
}

/**
 * Shares the machine with the server, so it only writes prepared bytes, and parses status, length
 * and Retry-After. A connection has up to `depth` requests at once.
 */
export class Connections {
  readonly #all: Connection[] = [];
  /** They can take another request, in the order of their next use. */
  readonly #free: Connection[] = [];
  /** Oldest first. Those before `#oldest` are over. */
  #sent: Pending[] = [];
  #oldest = 0;
  /** In milliseconds. */
  readonly #timeout: number;

  private constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** `timeout`: seconds until an unanswered request fails. */
  static async open(url: string, count: number, depth: number, timeout: number): Promise<Connections> {
    const connections = new Connections(timeout * 1000);
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

  /** Sends on the next free connection. False if all are full. */
  send(request: LoadRequest): boolean {
    const connection = this.#free.shift();
    if (connection === undefined) return false;
    const pending = { request, deadline: performance.now() + this.#timeout, isOver: false };
    this.#sent.push(pending);
    if (connection.send(pending)) this.#free.push(connection);
    return true;
  }

  /** Ends requests that waited too long. Connections stay open; late responses are ignored. */
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
  pending.request.answered(status, retryAfter);
}

class Connection {
  readonly #pending: Pending[] = [];
  readonly #socket: net.Socket;
  readonly #depth: number;
  /** Called when a full connection can take a request again. */
  readonly #onFree: () => void;
  #rest: Buffer = Buffer.alloc(0);
  /** Bytes of a body that have not arrived. */
  #skip = 0;

  constructor(socket: net.Socket, depth: number, onFree: () => void) {
    this.#socket = socket;
    this.#depth = depth;
    this.#onFree = onFree;
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      const wasFull = this.#pending.length === depth;
      for (const pending of this.#pending.splice(0)) end(pending, 0, undefined);
      if (wasFull) onFree();
    });
  }

  /** Returns whether the connection can take another. */
  send(pending: Pending): boolean {
    if (this.#socket.destroyed) {
      end(pending, 0, undefined);
      return true;
    }
    this.#pending.push(pending);
    this.#socket.write(pending.request.bytes, 'latin1');
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
    if (wasFull) this.#onFree();
    if (pending !== undefined) end(pending, status, retryAfter);
  }
}

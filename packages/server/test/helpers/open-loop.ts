import { once } from 'node:events';
import net from 'node:net';
import { hrtime } from 'node:process';

/** A request as bytes, and what is told of its answer: status 0 where none came in time. */
export interface Shot {
  readonly bytes: string;
  answered(status: number, retryAfter: string | undefined): void;
}

interface Pending {
  readonly shot: Shot;
  readonly deadline: number;
  timedOut: boolean;
}

const now = () => Number(hrtime.bigint() / 1_000_000n);
const HEAD_END = Buffer.from('\r\n\r\n');

/** A request of HTTP/1.1 over a connection that is kept. */
export function request(method: string, path: string, token: string, body?: object): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const type =
    body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${type}\r\n${text}`;
}

/**
 * A client of many connections that costs little: it writes ready-made bytes and reads no more of an answer than its status,
 * its length and Retry-After. On each connection up to `depth` requests are under way at once.
 */
export class Connections {
  readonly #all: Connection[] = [];
  readonly #depth: number;
  #turn = 0;

  private constructor(depth: number) {
    this.#depth = depth;
  }

  static async open(url: string, count: number, depth: number): Promise<Connections> {
    const connections = new Connections(depth);
    const port = Number(new URL(url).port);
    for (let i = 0; i < count; i++) {
      const socket = net.connect(port, '127.0.0.1').setNoDelay();
      await once(socket, 'connect');
      connections.#all.push(new Connection(socket));
    }
    return connections;
  }

  /** Sends it on the next connection that has room; false if none has. */
  send(shot: Shot, seconds: number): boolean {
    for (let tried = 0; tried < this.#all.length; tried++) {
      const connection = this.#all[this.#turn++ % this.#all.length];
      if (connection === undefined || connection.pending.length >= this.#depth) continue;
      connection.send(shot, now() + seconds * 1000);
      return true;
    }
    return false;
  }

  /** Tells those that waited too long; their connections stay, and an answer that comes later is dropped. */
  expire(): void {
    for (const connection of this.#all) connection.expire(now());
  }

  get waiting(): boolean {
    return this.#all.some(({ pending }) => pending.some(({ timedOut }) => !timedOut));
  }

  close(): void {
    for (const connection of this.#all) connection.close();
  }
}

class Connection {
  readonly pending: Pending[] = [];
  readonly #socket: net.Socket;
  #rest: Buffer = Buffer.alloc(0);
  /** Bytes of a body that are still to come. */
  #skip = 0;

  constructor(socket: net.Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      for (const pending of this.pending.splice(0)) if (!pending.timedOut) pending.shot.answered(0, undefined);
    });
  }

  send(shot: Shot, deadline: number): void {
    if (this.#socket.destroyed) {
      shot.answered(0, undefined);
      return;
    }
    this.pending.push({ shot, deadline, timedOut: false });
    this.#socket.write(shot.bytes, 'latin1');
  }

  expire(at: number): void {
    for (const pending of this.pending) {
      if (pending.deadline > at) return;
      if (pending.timedOut) continue;
      pending.timedOut = true;
      pending.shot.answered(0, undefined);
    }
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
      const end = data.indexOf(HEAD_END);
      if (end < 0) break;
      const head = data.toString('latin1', 0, end);
      this.#skip = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      data = data.subarray(end + HEAD_END.length);
      const status = Number(head.slice(9, 12));
      const retryAfter = status < 429 ? undefined : /\r\nretry-after: ([^\r]*)/i.exec(head)?.[1];
      const pending = this.pending.shift();
      if (pending?.timedOut === false) pending.shot.answered(status, retryAfter);
    }
    this.#rest = data;
  }
}

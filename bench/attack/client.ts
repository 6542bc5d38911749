import { once } from 'node:events';
import net from 'node:net';

export interface RawResponse {
  /** 0: no response. */
  readonly status: number;
  readonly body: string;
}

/** Requests without a complete response. */
interface Pending {
  readonly responses: RawResponse[];
  readonly count: number;
  resolve(responses: RawResponse[]): void;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** Requests are bytes, pipelined if there are several. */
export class Client {
  readonly #socket: net.Socket;
  #data: Buffer = Buffer.alloc(0);
  #pending: Pending | undefined;
  closed = false;

  private constructor(socket: net.Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      this.closed = true;
      this.#settle();
    });
  }

  static async open(port: number): Promise<Client> {
    for (;;) {
      const socket = net.connect(port, '127.0.0.1').setNoDelay();
      try {
        await once(socket, 'connect');
        return new Client(socket);
      } catch {
        socket.destroy();
      }
    }
  }

  /** Returns fewer responses if the connection ends early. */
  send(requests: readonly string[]): Promise<RawResponse[]> {
    if (this.closed) return Promise.resolve([]);
    return new Promise((resolve) => {
      this.#pending = { responses: [], count: requests.length, resolve };
      this.#socket.write(requests.join(''));
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #settle(): void {
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.resolve(pending.responses);
  }

  #read(chunk: Buffer): void {
    this.#data = this.#data.length === 0 ? chunk : Buffer.concat([this.#data, chunk]);
    for (;;) {
      const end = this.#data.indexOf(HEAD_END);
      if (end < 0) return;
      const head = this.#data.toString('latin1', 0, end);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      const next = end + HEAD_END.length + length;
      if (this.#data.length < next) return;
      const body = this.#data.toString('utf8', end + HEAD_END.length, next);
      this.#data = this.#data.subarray(next);
      const pending = this.#pending;
      pending?.responses.push({ status: Number(head.slice(9, 12)), body });
      if (pending !== undefined && pending.responses.length === pending.count) this.#settle();
    }
  }
}

import { once } from 'node:events';
import net from 'node:net';

export interface RawAnswer {
  /** 0: none came. */
  readonly status: number;
  readonly body: string;
}

interface Waiting {
  readonly answers: RawAnswer[];
  readonly count: number;
  resolve(answers: RawAnswer[]): void;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** One connection on which ready-made requests are sent, many at once if they are given so. */
export class Client {
  readonly #socket: net.Socket;
  #data: Buffer = Buffer.alloc(0);
  #waiting: Waiting | undefined;
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

  /** Sends these in one piece, and gives their answers; fewer if the connection ends before. */
  send(requests: readonly string[]): Promise<RawAnswer[]> {
    if (this.closed) return Promise.resolve([]);
    return new Promise((resolve) => {
      this.#waiting = { answers: [], count: requests.length, resolve };
      this.#socket.write(requests.join(''));
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #settle(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(waiting.answers);
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
      const waiting = this.#waiting;
      waiting?.answers.push({ status: Number(head.slice(9, 12)), body });
      if (waiting !== undefined && waiting.answers.length === waiting.count) this.#settle();
    }
  }
}

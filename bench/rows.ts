import fs from 'node:fs';
import path from 'node:path';

/**
 * Lines have one length, so the generator can begin anywhere. Players of `installations` are in no
 * other file: identify invalidates their token.
 */
export interface RowsByName<T> {
  readonly players: T;
  /** Access token, of a player with an empty inbox. */
  readonly quiet: T;
  /** Access token and ticket id. */
  readonly tickets: T;
  /** Access token and inbox message id. */
  readonly messages: T;
  readonly installations: T;
}
export type RowsName = keyof RowsByName<unknown>;

export interface Rows {
  readonly file: string;
  readonly widths: readonly number[];
  readonly count: number;
}

/** With the data for requests. */
export interface Seeded {
  readonly url: string;
  /** With its files, on the measured disk. */
  readonly directory: string;
  readonly publicKey: string;
  readonly teamKey: string;
  readonly rows: RowsByName<Rows>;
}

const FLUSH_LINES = 10_000;

export class RowsWriter {
  readonly #file: string;
  readonly #fd: number;
  #lines: string[] = [];
  #widths: readonly number[] = [];
  #count = 0;

  constructor(directory: string, name: string) {
    this.#file = path.join(directory, `${name}.txt`);
    this.#fd = fs.openSync(this.#file, 'w');
  }

  add(...columns: string[]): void {
    this.#widths = columns.map((column) => column.length);
    this.#count++;
    if (this.#lines.push(`${columns.join(' ')}\n`) === FLUSH_LINES) this.#flush();
  }

  end(): Rows {
    this.#flush();
    fs.closeSync(this.#fd);
    const width = this.#widths.reduce((sum, column) => sum + column + 1, 0);
    if (fs.statSync(this.#file).size !== width * this.#count) {
      throw new Error(`the lines of ${this.#file} differ in length`);
    }
    return { file: this.#file, widths: this.#widths, count: this.#count };
  }

  #flush(): void {
    fs.writeSync(this.#fd, this.#lines.join(''));
    this.#lines = [];
  }
}

export function firstRows(rows: Rows, maxCount: number): string[][] {
  const width = rows.widths.reduce((sum, column) => sum + column + 1, 0);
  const bytes = Buffer.alloc(width * Math.min(maxCount, rows.count));
  const fd = fs.openSync(rows.file, 'r');
  fs.readSync(fd, bytes, 0, bytes.length, 0);
  fs.closeSync(fd);
  const lines = bytes.toString().trimEnd().split('\n');
  return lines.map((line) => line.split(' '));
}

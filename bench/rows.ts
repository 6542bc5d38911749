import fs from 'node:fs';
import path from 'node:path';

/**
 * The data of requests, as files with lines of the same length, so that the generator can begin
 * with any line. Each player has at most one line in a file. Players of `installations` are in no
 * other file, because identify makes their token invalid.
 */
export interface RowsByName<T> {
  /** Access token. */
  readonly players: T;
  /** Access token of a player with an empty inbox. */
  readonly quiet: T;
  /** Access token and ticket id. */
  readonly tickets: T;
  /** Access token and id of an inbox message. */
  readonly messages: T;
  /** Installation id. */
  readonly installations: T;
}
export type RowsName = keyof RowsByName<unknown>;

export interface Rows {
  readonly file: string;
  readonly widths: readonly number[];
  readonly count: number;
}

/** A seeded database, with the data for requests to it. */
export interface Seeded {
  /** Its DATABASE_URL. */
  readonly url: string;
  /** The folder of its files, on the disk that is measured. */
  readonly directory: string;
  readonly publicKey: string;
  /** An API key of the team. */
  readonly teamKey: string;
  readonly rows: RowsByName<Rows>;
}

const FLUSH_LINES = 10_000;

/** Writes one file of rows. */
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

/** The columns of the first rows of a file. */
export function firstRows(rows: Rows, maxCount: number): string[][] {
  const width = rows.widths.reduce((sum, column) => sum + column + 1, 0);
  const bytes = Buffer.alloc(width * Math.min(maxCount, rows.count));
  const fd = fs.openSync(rows.file, 'r');
  fs.readSync(fd, bytes, 0, bytes.length, 0);
  fs.closeSync(fd);
  const lines = bytes.toString().trimEnd().split('\n');
  return lines.map((line) => line.split(' '));
}

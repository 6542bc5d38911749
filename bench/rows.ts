import fs from 'node:fs';
import path from 'node:path';

/**
 * What requests are made of, as files of lines of one length, so that the generator can begin anywhere in them. Each
 * player has at most one line in a file. Those who identify do nothing else: it voids the token that they had.
 */
export interface RowsByName<T> {
  /** Token. */
  readonly players: T;
  /** Token of a player whose inbox is empty. */
  readonly quiet: T;
  /** Token and ticket id. */
  readonly tickets: T;
  /** Token and inbox message id. */
  readonly messages: T;
  readonly installations: T;
}
export type RowsName = keyof RowsByName<unknown>;

export interface Rows {
  readonly file: string;
  readonly widths: readonly number[];
  count: number;
}

/** What is known of a seeded database from outside. */
export interface Seeded {
  /** Its DATABASE_URL. */
  readonly url: string;
  /** Where the files about it are: on the disk that is measured. */
  readonly directory: string;
  readonly publicKey: string;
  readonly rows: RowsByName<Rows>;
}

const FLUSH = 10_000;

/** Writes one file of rows. */
export class RowsWriter {
  readonly #file: string;
  readonly #fd: number;
  #lines: string[] = [];
  #widths: readonly number[] = [];
  #count = 0;

  constructor(directory: string, name: RowsName) {
    this.#file = path.join(directory, `${name}.txt`);
    this.#fd = fs.openSync(this.#file, 'w');
  }

  add(...columns: string[]): void {
    this.#widths = columns.map((column) => column.length);
    this.#count++;
    if (this.#lines.push(`${columns.join(' ')}\n`) === FLUSH) this.#flush();
  }

  end(): Rows {
    this.#flush();
    fs.closeSync(this.#fd);
    const width = this.#widths.reduce((sum, column) => sum + column + 1, 0);
    if (fs.statSync(this.#file).size !== width * this.#count)
      throw new Error(`${this.#file} has lines of many lengths`);
    return { file: this.#file, widths: this.#widths, count: this.#count };
  }

  #flush(): void {
    fs.writeSync(this.#fd, this.#lines.join(''));
    this.#lines = [];
  }
}

/** Takes rows from the end of their file, at most half of them, and gives their columns. */
export function keepRows(rows: Rows, atMost: number): string[][] {
  const width = rows.widths.reduce((sum, column) => sum + column + 1, 0);
  const kept = Math.min(atMost, Math.floor(rows.count / 2));
  rows.count -= kept;
  const bytes = Buffer.alloc(width * kept);
  const fd = fs.openSync(rows.file, 'r+');
  fs.readSync(fd, bytes, 0, bytes.length, width * rows.count);
  fs.ftruncateSync(fd, width * rows.count);
  fs.closeSync(fd);
  return bytes
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' '));
}

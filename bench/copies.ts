import type { Bulk, Row, Value } from './bulk.ts';

/**
 * Copies of what a player wrote through the API, with every column: the API would take too long.
 */

/** The index of the search follows from the other tables: triggers fill it. */
const DERIVED = /^search_/;
/** Numbers above this are times in milliseconds: this one is in 2001. */
const FIRST_TIME = 1_000_000_000_000;
const ISO_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** A player to copy, with all its rows. */
export interface Original {
  readonly playerId: string;
  readonly rows: readonly (readonly [table: string, row: Row])[];
}

export interface Difference {
  readonly playerId: string;
  /** All times of the copy are earlier by this. */
  readonly earlierMs: number;
  /** Columns with another value, by table. */
  readonly columns?: Readonly<Record<string, Row>>;
}

/** What ids of a player and of its tickets have in common. */
const partOf = (playerId: string) => playerId.slice(playerId.indexOf('_') + 1);

export const idOfCopy = (id: string, from: string, to: string) => id.replace(partOf(from), partOf(to));

export async function readOriginal(bulk: Bulk, playerId: string): Promise<Original> {
  const rows: [string, Row][] = [];
  for (const table of await bulk.tablesWith('player_id')) {
    if (DERIVED.test(table)) continue;
    for (const row of await bulk.read(table, 'player_id', playerId)) rows.push([table, row]);
  }
  return { playerId, rows };
}

export function insertCopy(bulk: Bulk, { playerId, rows }: Original, difference: Difference): void {
  const [from, to] = [partOf(playerId), partOf(difference.playerId)];
  const { earlierMs, columns = {} } = difference;
  const copied = (value: Value): Value => {
    if (typeof value === 'number') return value > FIRST_TIME ? value - earlierMs : value;
    if (value === null) return null;
    const own = value.includes(from) ? value.replaceAll(from, to) : value;
    // Texts that have a time are JSON.
    if (!own.startsWith('{')) return own;
    return own.replace(ISO_TIME, (time) => new Date(Date.parse(time) - earlierMs).toISOString());
  };
  for (const [table, row] of rows) {
    const other = columns[table] ?? {};
    bulk.insert(
      table,
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, other[name] ?? copied(value)])),
    );
  }
}

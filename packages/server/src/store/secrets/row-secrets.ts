import { isSealed, keyIdOf, openText, SecretKeyMissingError, sealText } from '../../domain/sealed-text.ts';
import type { Value } from '../statement.ts';
import type { AnyTable } from '../table.ts';
import type { SecretKeys } from './secret-keys.ts';

type Values = Readonly<Record<string, Value>>;

/** Part of what the key authenticates, so no secret can be moved. */
export const placeOf = ({ name, key }: AnyTable, column: string, row: Values): string =>
  JSON.stringify([name, column, ...key.map((part) => row[part])]);

export function createRowSecrets(keys: SecretKeys) {
  let isOn = keys.source === 'lost';

  /** Undefined: its key is missing, or it belongs elsewhere. */
  function openOne(text: string, place: string): string | undefined {
    const key = keys.all().find(({ id }) => id === keyIdOf(text));
    return key && openText(text, place, key);
  }

  function sealOne(text: string, place: string): string {
    const [key] = keys.all();
    if (key === undefined) throw new SecretKeyMissingError();
    return sealText(text, place, key);
  }

  function changed<Row extends object>(
    table: AnyTable,
    row: Row,
    change: (text: string, place: string) => string | undefined,
  ): Row {
    if (table.secrets.length === 0) return row;
    // The cast: rows have only such values.
    const values = row as Values;
    const found: Record<string, string> = {};
    for (const column of table.secrets) {
      const value = values[column];
      const text = typeof value === 'string' ? change(value, placeOf(table, column, values)) : undefined;
      if (text !== undefined) found[column] = text;
    }
    return Object.keys(found).length === 0 ? row : { ...row, ...found };
  }

  return {
    keys,
    /** Whether the database has sealed secrets. Before, new ones are stored in plain text. */
    get isOn() {
      return isOn;
    },
    turnOn(): void {
      isOn = true;
    },
    sealOne,
    openOne,
    /** Returns the row as stored. Throws SecretKeyMissingError if there is no key. */
    seal: <Row extends object>(table: AnyTable, row: Row): Row =>
      isOn ? changed(table, row, (text, place) => (isSealed(text) ? undefined : sealOne(text, place))) : row,
    /**
     * Returns the row with plain secrets. Needs the primary key's columns. A secret without its key
     * stays sealed: see `isSealed`.
     */
    open: <Row extends object>(table: AnyTable, row: Row): Row =>
      changed(table, row, (text, place) => {
        if (!isSealed(text)) return undefined;
        // Another node has begun to seal.
        isOn = true;
        return openOne(text, place);
      }),
  };
}

export type RowSecrets = ReturnType<typeof createRowSecrets>;

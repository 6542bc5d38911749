import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openStore } from '../../src/store/store.ts';
import { SEARCH_TABLES, TABLES } from '../../src/store/tables.ts';
import { type Engine, emptyDatabase } from '../helpers/databases.ts';
import { queryRows } from '../helpers/stored-rows.ts';

/** They belong to the database itself. */
const OWN: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: ['migration', 'wal_restart'],
  postgres: ['migration'],
};

/** Without the words of the search. `key`: position in the primary key; 0: none. */
const COLUMNS: Readonly<Record<Engine, string>> = {
  sqlite: `
    SELECT m.name AS "table", c.name, lower(c.type) AS type, c."notnull" = 0 AS nullable, c.pk AS key
    FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c
    WHERE m.type = 'table' AND m.name NOT LIKE 'search_text%'`,
  postgres: `
    SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
      (NOT a.attnotnull)::int AS nullable, coalesce(array_position(i.indkey::int2[], a.attnum) + 1, 0) AS key
    FROM pg_class AS c
    JOIN pg_attribute AS a
      ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      AND (c.relname, a.attname) <> ('search_entry', 'words')
    LEFT JOIN pg_index AS i ON i.indrelid = c.oid AND i.indisprimary
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace`,
};

/** Computed by the database. The query for all columns omits them. */
const GENERATED: Readonly<Record<Engine, string>> = {
  sqlite: `
    SELECT m.name || '.' || c.name AS name FROM sqlite_master AS m JOIN pragma_table_xinfo(m.name) AS c
    WHERE m.type = 'table' AND c.hidden > 1`,
  postgres: `
    SELECT c.relname || '.' || a.attname AS name FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
    WHERE a.attgenerated <> '' AND c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace`,
};

interface Found {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly nullable: number;
  readonly key: number;
}

/** Reads a database's tables by name, in the form of `DECLARED`. */
async function tablesOf(url: string, engine: Engine): Promise<Record<string, unknown>> {
  const rows = (await queryRows(url, COLUMNS[engine])) as unknown as readonly Found[];
  const tables = Map.groupBy(rows, ({ table }) => table);
  return Object.fromEntries(
    Array.from(tables, ([table, columns]) => {
      const inKey = columns.filter(({ key }) => key > 0).toSorted((a, b) => a.key - b.key);
      const definitions = columns.map(({ name, type, nullable }) => [name, { type, isNullable: nullable === 1 }]);
      return [table, { key: inKey.map(({ name }) => name), columns: Object.fromEntries(definitions) }];
    }),
  );
}

const DECLARED = Object.fromEntries(
  [...TABLES, ...SEARCH_TABLES].map(({ name, key, definitions }) => {
    const columns = Object.entries(definitions).map(([column, { type, isNullable }]) => [column, { type, isNullable }]);
    return [name, { key, columns: Object.fromEntries(columns) }];
  }),
);

suite('the declared tables match the database', () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    test(engine, async (t) => {
      const url = await emptyDatabase(t, engine);
      const store = await openStore(url, { mode: 'tool' });
      await store.migrate();
      await store.close();
      const tables = await tablesOf(url, engine);
      for (const own of OWN[engine]) assert.ok(delete tables[own], own);
      assert.deepEqual(tables, DECLARED);
      const generated = (await queryRows(url, GENERATED[engine])).map(({ name }) => String(name));
      const ofTicket = engine === 'sqlite' ? [] : ['ticket.app_version', 'ticket.locale', 'ticket.platform'];
      assert.deepEqual(generated.sort(), ofTicket);
    });
  }
});

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { POSTGRES_DEFAULTS } from '../../../src/store/postgres/options.ts';
import { openStore } from '../../../src/store/store.ts';
import { REFERENCE_TABLES } from '../../../src/store/tables.ts';
import { postgresSchema, queryPostgres } from '../../helpers/databases.ts';
import { cli, printed } from '../../helpers/programs.ts';

/** A sharded PostgreSQL spreads player data by player_id: each key begins with it. */

interface Index {
  readonly table: string;
  readonly name: string;
  readonly isPrimary: boolean;
  readonly isUnique: boolean;
  readonly columns: string[];
}

const INDEXES = `
  SELECT relation.relname AS "table", entry.relname AS name, indisprimary AS "isPrimary", indisunique AS "isUnique",
    (SELECT array_agg(attname::text ORDER BY place)
      FROM unnest(indkey::smallint[]) WITH ORDINALITY AS key (number, place)
      JOIN pg_attribute ON attrelid = indrelid AND attnum = number) AS columns
  FROM pg_index
  JOIN pg_class AS relation ON relation.oid = indrelid
  JOIN pg_class AS entry ON entry.oid = indexrelid
  WHERE relation.relnamespace = current_schema()::regnamespace
  ORDER BY 1, 2`;

interface ForeignKey {
  readonly table: string;
  readonly target: string;
  readonly columns: string[];
  readonly targetColumns: string[];
}

const names = (numbers: string, relation: string) => `(SELECT array_agg(attname::text ORDER BY place)
  FROM unnest(${numbers}) WITH ORDINALITY AS key (number, place)
  JOIN pg_attribute ON attrelid = ${relation} AND attnum = number)`;

const FOREIGN_KEYS = `
  SELECT conrelid::regclass::text AS "table", confrelid::regclass::text AS target,
    ${names('conkey', 'conrelid')} AS columns, ${names('confkey', 'confrelid')} AS "targetColumns"
  FROM pg_constraint
  WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
  ORDER BY 1, 2`;

/** With collations, from indexes and foreign keys. */
const TEXT_KEYS = `
  SELECT DISTINCT relation.relname || '.' || attname AS name, collname AS collation
  FROM pg_index
  JOIN pg_class AS relation ON relation.oid = indrelid
  JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY ((indkey::smallint[])[0:indnkeyatts - 1])
  JOIN pg_collation ON pg_collation.oid = attcollation
  WHERE relation.relnamespace = current_schema()::regnamespace AND attcollation <> 0
  ORDER BY 1`;

const TABLES = 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1';

interface Distribution {
  readonly table: string;
  readonly column: string | null;
  readonly beside: string | null;
}

const CITUS_FUNCTIONS = `
  CREATE TABLE call ("table" text COLLATE "C", "column" text, beside text);
  CREATE FUNCTION create_reference_table(table_name regclass) RETURNS void LANGUAGE sql AS
    'INSERT INTO call VALUES (table_name::text)';
  CREATE FUNCTION create_distributed_table(
    table_name regclass, distribution_column text, distribution_type text DEFAULT 'hash', colocate_with text DEFAULT 'default'
  ) RETURNS void LANGUAGE sql AS
    'INSERT INTO call VALUES (table_name::text, distribution_column, colocate_with)'`;

async function migrated(t: TestContext): Promise<string> {
  const url = await postgresSchema(t);
  const store = await openStore(url, { mode: 'tool', postgres: POSTGRES_DEFAULTS });
  await store.migrate();
  await store.close();
  return url;
}

const isReference = (table: string) => REFERENCE_TABLES.includes(table);

suite('ready to shard', () => {
  test('each table has player data, or is a reference table', async (t) => {
    const url = await migrated(t);
    const tables = (await queryPostgres<{ name: string }>(url, TABLES)).map(({ name }) => name);
    const ofPlayers = tables.filter((name) => !isReference(name));
    assert.deepEqual(ofPlayers, [
      'announcement_receipt',
      'answered_ticket',
      'attachment',
      'fix_question',
      'held_ticket',
      'idempotency_receipt',
      'inbox_message',
      'message',
      'moved_ticket',
      'player',
      'player_link',
      'player_move',
      'radar_count',
      'search_entry',
      'seen_ticket',
      'subscription',
      'ticket',
      'ticket_event',
      'used_identity_token',
    ]);
    assert.deepEqual(tables.filter(isReference), REFERENCE_TABLES.toSorted());
  });

  test('citus-sql distributes each table once, and player data by player_id on the node of its player', async (t) => {
    const url = await migrated(t);
    const tables = (await queryPostgres<{ name: string }>(url, TABLES)).map(({ name }) => name);
    const statements = printed(await cli(['citus-sql'], {}))
      .trimEnd()
      .split('\n');
    const triggers = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgrelid = 'ticket'::regclass";
    assert.equal((await queryPostgres(url, triggers)).length, 2);
    // With the signatures of Citus. They record their arguments.
    await queryPostgres(url, CITUS_FUNCTIONS);
    for (const statement of statements) await queryPostgres(url, statement);
    const calls = await queryPostgres<Distribution>(url, 'SELECT "table", "column", beside FROM call ORDER BY "table"');
    assert.deepEqual(await queryPostgres(url, triggers), [], 'Citus refuses tables with triggers');
    assert.deepEqual(
      calls,
      tables.map((table) => ({
        table,
        column: isReference(table) ? null : 'player_id',
        beside: isReference(table) ? null : table === 'player' ? 'default' : 'player',
      })),
    );
  });

  test('player_id is first in the primary key and every unique index of player data', async (t) => {
    const url = await migrated(t);
    const indexes = await queryPostgres<Index>(url, INDEXES);
    const tables = await queryPostgres<{ name: string }>(url, TABLES);
    for (const { name } of tables) {
      const primary = indexes.filter(({ table, isPrimary }) => table === name && isPrimary);
      assert.equal(primary.length, 1, `${name} has a primary key`);
    }
    const unique = indexes.filter(({ table, isUnique }) => isUnique && !isReference(table));
    assert.ok(unique.length >= 6);
    for (const { name, columns } of unique) assert.equal(columns[0], 'player_id', `${name}: ${columns}`);
  });

  test('player_id is first in every foreign key of player data, and refers to player_id', async (t) => {
    const keys = await queryPostgres<ForeignKey>(await migrated(t), FOREIGN_KEYS);
    const ofPlayers = keys.filter(({ table }) => !isReference(table));
    assert.ok(ofPlayers.length >= 5);
    for (const { table, target, columns, targetColumns } of ofPlayers) {
      assert.ok(!isReference(target), `${table} -> ${target}`);
      assert.deepEqual([columns[0], targetColumns[0]], ['player_id', 'player_id'], `${table} -> ${target}`);
    }
    for (const { table, target } of keys) {
      if (isReference(table)) assert.ok(isReference(target), `${table}, which is everywhere, needs no shard`);
    }
  });

  test('keys are compared by their bytes, in a database of any language', async (t) => {
    const keys = await queryPostgres<{ name: string; collation: string }>(await migrated(t), TEXT_KEYS);
    assert.ok(keys.length >= 20, String(keys.length));
    for (const { name, collation } of keys) assert.equal(collation, 'C', name);
  });

  test('no statement selects *, so that a new column does not change its result', () => {
    const store = path.join(import.meta.dirname, '../../../src/store');
    const files = readdirSync(store, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    assert.ok(files.length > 20);
    for (const file of files) {
      const code = readFileSync(path.join(store, file), 'utf8');
      assert.doesNotMatch(code, /selectAll|returningAll|(?:select|returning)\s+(?:\w+\.)?\*/i, file);
    }
  });
});

import pg from 'pg';
import type { Bulk, Row } from './bulk.ts';

/** In one statement. As many may wait. */
const BATCH_ROWS = 5000;

const INDEXES = `SELECT indexname, indexdef FROM pg_indexes
  WHERE schemaname = current_schema() AND indexname NOT IN (SELECT conname FROM pg_constraint)`;
const TABLES_WITH = `SELECT table_name AS name FROM information_schema.columns
  WHERE table_schema = current_schema() AND column_name = $1`;
/** Without columns that are computed. */
const COLUMNS = `SELECT column_name AS name FROM information_schema.columns
  WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER'`;
/** A batch has rows of a table before those that refer to them. */
const FIRST = ['player', 'ticket'];

/** Sends batches of rows as JSON, without syncs, and builds the indexes at the end. */
export class PostgresBulk implements Bulk {
  readonly #client: pg.Client;
  readonly #indexes: readonly string[];
  readonly #rows = new Map<string, Row[]>(FIRST.map((table) => [table, []]));
  #waiting = 0;
  #sent: Promise<void> = Promise.resolve();

  private constructor(client: pg.Client, indexes: readonly string[]) {
    this.#client = client;
    this.#indexes = indexes;
  }

  static async open(url: string): Promise<PostgresBulk> {
    const types = new pg.TypeOverrides();
    types.setTypeParser(pg.types.builtins.INT8, Number);
    const client = new pg.Client({ connectionString: url, types });
    await client.connect();
    await client.query("SET synchronous_commit = off; SET maintenance_work_mem = '256MB'");
    const { rows } = await client.query<{ indexname: string; indexdef: string }>(INDEXES);
    for (const { indexname } of rows) await client.query(`DROP INDEX ${indexname}`);
    return new PostgresBulk(
      client,
      rows.map(({ indexdef }) => indexdef),
    );
  }

  tablesWith(column: string): Promise<string[]> {
    return this.#names(TABLES_WITH, column);
  }

  async read(table: string, column: string, value: string): Promise<Row[]> {
    const columns = await this.#names(COLUMNS, table);
    return (await this.#client.query<Row>(`SELECT ${columns.join(', ')} FROM ${table} WHERE ${column} = $1`, [value]))
      .rows;
  }

  async removeExcept(table: string, column: string, values: readonly string[]): Promise<void> {
    await this.#client.query(`DELETE FROM ${table} WHERE ${column} <> ALL ($1)`, [values]);
  }

  insert(table: string, row: Row): void {
    const rows = this.#rows.get(table);
    if (rows === undefined) this.#rows.set(table, [row]);
    else rows.push(row);
    this.#waiting++;
  }

  /** The caller creates rows while PostgreSQL stores the last batch. */
  async waitForCapacity(): Promise<void> {
    if (this.#waiting < BATCH_ROWS) return;
    await this.#sent;
    this.#sent = this.#send();
  }

  async finish(): Promise<void> {
    await this.#sent;
    await this.#send();
    for (const sql of this.#indexes) await this.#client.query(sql);
    await this.#client.query('VACUUM (ANALYZE)');
    await this.#client.query('CHECKPOINT');
    await this.#client.end();
  }

  async #names(sql: string, value: string): Promise<string[]> {
    return (await this.#client.query<{ name: string }>(sql, [value])).rows.map(({ name }) => name);
  }

  async #send(): Promise<void> {
    const all = [...this.#rows];
    for (const [table] of all) this.#rows.set(table, []);
    this.#waiting = 0;
    for (const [table, rows] of all) {
      if (rows[0] === undefined) continue;
      const columns = Object.keys(rows[0]).join(', ');
      const sql = `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`;
      await this.#client.query(sql, [JSON.stringify(rows)]);
    }
  }
}

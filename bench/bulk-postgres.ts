import pg from 'pg';
import type { Tables } from '../packages/server/src/store/tables.ts';
import type { Bulk } from './bulk.ts';

/** Rows of one statement. As many may wait while it runs. */
const BATCH_ROWS = 5000;

const INDEXES = `SELECT indexname, indexdef FROM pg_indexes
  WHERE schemaname = current_schema() AND indexname NOT IN (SELECT conname FROM pg_constraint)`;

/**
 * Sends batches of rows as JSON, without foreign keys and syncs, and builds the indexes at the end.
 */
export class PostgresBulk implements Bulk {
  readonly #client: pg.Client;
  readonly #indexes: readonly string[];
  readonly #rows = new Map<string, object[]>();
  #waiting = 0;
  #sent: Promise<void> = Promise.resolve();

  private constructor(client: pg.Client, indexes: readonly string[]) {
    this.#client = client;
    this.#indexes = indexes;
  }

  static async open(url: string): Promise<PostgresBulk> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("SET session_replication_role = 'replica'; SET synchronous_commit = off");
    await client.query("SET maintenance_work_mem = '256MB'");
    const { rows } = await client.query<{ indexname: string; indexdef: string }>(INDEXES);
    for (const { indexname } of rows) await client.query(`DROP INDEX ${indexname}`);
    return new PostgresBulk(
      client,
      rows.map(({ indexdef }) => indexdef),
    );
  }

  insert<Table extends keyof Tables & string>(table: Table, row: Tables[Table]): void {
    const rows = this.#rows.get(table) ?? [];
    if (rows.push(row) === 1) this.#rows.set(table, rows);
    this.#waiting++;
  }

  /** Lets the caller create rows while PostgreSQL stores the batch before them. */
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

  async #send(): Promise<void> {
    const all = [...this.#rows];
    this.#rows.clear();
    this.#waiting = 0;
    for (const [table, rows] of all) {
      const columns = Object.keys(rows[0] ?? {}).join(', ');
      const sql = `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`;
      await this.#client.query(sql, [JSON.stringify(rows)]);
    }
  }
}

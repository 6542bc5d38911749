import { isSealed, keyIdOf } from '../../domain/sealed-text.ts';
import { newSecret } from '../../domain/tokens.ts';
import { OperatorError } from '../../operator-error.ts';
import type { Database, Executor } from '../database.ts';
import { run } from '../migrate.ts';
import { PagedTable, type Row } from '../paged-table.ts';
import { sql } from '../statement.ts';
import { memberTable, notificationChannelTable, projectTable, serviceSecretTable, TABLES } from '../tables.ts';
import { addKeyToFile, createKeyFile } from './key-file.ts';
import { placeOf, type RowSecrets } from './row-secrets.ts';
import { LOST } from './secret-keys.ts';

/** With this service secret a node sees whether it has the database's key. */
const CHECK_NAME = 'secret-key-check';

const SECRET_TABLES = TABLES.filter(({ secrets }) => secrets.length > 0).map((table) => ({
  table,
  rows: new PagedTable(table),
}));

export interface SecretCounts {
  readonly current: number;
  readonly older: number;
  readonly plain: number;
  /** The key is missing, by column: `member.totp_secret`. */
  readonly unreadable: Readonly<Record<string, number>>;
}

export interface SecretState {
  /**
   * `off`: no key, plain text. `waiting`: an operator must begin to use the key. `lost`: sealed
   * secrets without their key.
   */
  readonly state: 'off' | 'waiting' | 'on' | 'lost';
  readonly counts: SecretCounts;
}

interface Found {
  readonly table: (typeof TABLES)[number];
  readonly row: Row;
  readonly column: string;
  readonly stored: string;
  /** See `placeOf`. */
  readonly place: string;
}

/** Manages all secrets of a database for operators and the start of a server. */
export function secretAdmin(db: Database, secrets: RowSecrets) {
  const { keys } = secrets;

  async function* stored(): AsyncGenerator<Found[]> {
    for (const { table, rows } of SECRET_TABLES) {
      for await (const page of rows.pages(db)) {
        yield page.flatMap((row) =>
          table.secrets.flatMap((column) => {
            const value = row[column];
            const place = placeOf(table, column, row);
            return typeof value === 'string' ? [{ table, row, column, stored: value, place }] : [];
          }),
        );
      }
    }
  }

  /** Undefined: the key is missing. */
  const plainOf = ({ stored: text, place }: Found) => (isSealed(text) ? secrets.openOne(text, place) : text);

  async function counts(): Promise<SecretCounts> {
    const [current] = keys.all();
    const count = { current: 0, older: 0, plain: 0 };
    const unreadable: Record<string, number> = {};
    for await (const page of stored()) {
      for (const one of page) {
        const column = `${one.table.name}.${one.column}`;
        if (!isSealed(one.stored)) count.plain++;
        else if (plainOf(one) === undefined) unreadable[column] = (unreadable[column] ?? 0) + 1;
        else if (keyIdOf(one.stored) === current?.id) count.current++;
        else count.older++;
      }
    }
    return { ...count, unreadable };
  }

  /** Stores another text, unless the secret has changed meanwhile. */
  async function replace(tx: Executor, { table, row, column, stored: before }: Found, text: string): Promise<void> {
    const ofRow = table.key.map((part) => sql`${sql.ref(part)} = ${row[part] ?? null}`);
    const condition = sql.join([...ofRow, sql`${sql.ref(column)} = ${before}`], sql` AND `);
    await run(tx, sql`UPDATE ${sql.table(table.name)} SET ${sql.ref(column)} = ${text} WHERE ${condition}`);
  }

  /** Seals readable secrets with the first key. Returns how many. */
  async function seal(which: (text: string) => boolean): Promise<number> {
    let sealed = 0;
    for await (const page of stored()) {
      const due = page.flatMap((one) => {
        const plain = which(one.stored) ? plainOf(one) : undefined;
        return plain === undefined ? [] : [{ one, plain }];
      });
      if (due.length === 0) continue;
      await db.transaction(async (tx) => {
        for (const { one, plain } of due) await replace(tx, one, secrets.sealOne(plain, one.place));
      });
      sealed += due.length;
    }
    return sealed;
  }

  /** Undefined: the database has no sealed secrets. */
  async function check(): Promise<string | undefined> {
    const [row] = await run<{ value: string }>(db, sql`SELECT value FROM service_secret WHERE name = ${CHECK_NAME}`);
    return row?.value;
  }

  const placeOfCheck = placeOf(serviceSecretTable, 'value', { name: CHECK_NAME });

  /** Throws OperatorError if the check's key is missing. */
  function requireKey(value: string): void {
    if (secrets.openOne(value, placeOfCheck) !== undefined) return;
    const id = keyIdOf(value);
    const ids = keys.all().map((key) => key.id);
    const where = keys.file ?? 'SECRET_KEY';
    throw new OperatorError(
      ids.length === 0
        ? `the secret key of this database (id ${id}) is missing: put it back into ${where}. ${WITHOUT_KEY}`
        : `${where} is not the secret key of this database: it has the id ${ids.join(', ')}; put the key with the id ` +
            `${id} back. ${WITHOUT_KEY}`,
    );
  }

  /** New secrets are sealed from now on. Several nodes can do this at once. */
  async function turnOn(): Promise<void> {
    if (keys.file !== undefined) await createKeyFile(keys.file);
    const value = secrets.sealOne('', placeOfCheck);
    await run(
      db,
      sql`INSERT INTO service_secret (name, value) VALUES (${CHECK_NAME}, ${value}) ON CONFLICT DO NOTHING`,
    );
    // Another node may have been faster, with another key.
    requireKey((await check()) ?? value);
    secrets.turnOn();
  }

  /** Throws OperatorError if the key is missing or wrong. */
  async function inspect(): Promise<SecretState> {
    const value = await check();
    if (keys.source === 'lost') {
      if (value !== undefined) return { state: 'lost', counts: await counts() };
      throw new OperatorError(`SECRET_KEY is ${LOST}, but this database never had a secret key; remove the setting`);
    }
    if (value !== undefined) requireKey(value);
    const isOn = value !== undefined;
    return { state: isOn ? 'on' : keys.source === 'none' ? 'off' : 'waiting', counts: await counts() };
  }

  return {
    keys,
    inspect,
    /**
     * Call when the schema is up to date. `serving`: seals plain secrets. `alone`: no older node,
     * which could not read them; otherwise see `rotate`. Throws OperatorError without the right
     * key.
     */
    async begin({ serving, alone }: { readonly serving: boolean; readonly alone: boolean }): Promise<SecretState> {
      const before = await inspect();
      if (before.state === 'lost' || before.state === 'off') return before;
      if (before.state === 'on') secrets.turnOn();
      else if (before.counts.plain > 0 && !(serving && alone)) return before;
      else await turnOn();
      if (serving) await seal((text) => !isSealed(text));
      return inspect();
    },
    /**
     * Seals all with the first key; a key file gets a new one before. Servers can run meanwhile.
     * Returns how many were sealed. Throws OperatorError without the right key.
     */
    async rotate(): Promise<{ readonly sealed: number; readonly counts: SecretCounts }> {
      const value = await check();
      if (value !== undefined) requireKey(value);
      if (keys.source === 'none' || keys.source === 'lost') throw new OperatorError('SECRET_KEY has no key');
      const { file } = keys;
      if (value !== undefined && file !== undefined) {
        await db.transaction(async (tx) => {
          // Two rotations must not drop each other's keys.
          if (!(await tx.tryLock('secret-key'))) throw new OperatorError('another rotation is running');
          await addKeyToFile(file);
        });
      }
      await turnOn();
      const [current] = keys.all();
      const sealed = await seal((text) => keyIdOf(text) !== current?.id);
      return { sealed, counts: await counts() };
    },
    /**
     * Gives up secrets whose key is lost. Projects get a new salt; webhooks, addresses of player
     * data and service secrets are deleted. Second factors stay: a password alone must not sign in.
     * Throws OperatorError if nothing is lost, or no new key is there.
     */
    async reset() {
      const value = await check();
      if (value === undefined) throw new OperatorError('this database has no sealed secrets; nothing is lost');
      if (secrets.openOne(value, placeOfCheck) !== undefined) {
        throw new OperatorError('the secret key of this database is there; nothing is lost');
      }
      if (keys.source === 'lost' || keys.source === 'none') {
        throw new OperatorError(
          'SECRET_KEY has no key; set a new one, made with: openssl rand -base64 32. With SQLite, remove the setting ' +
            'instead',
        );
      }
      if (keys.file !== undefined) await createKeyFile(keys.file);
      const lost: Found[] = [];
      for await (const page of stored()) lost.push(...page.filter((one) => plainOf(one) === undefined));
      const of = (table: { readonly name: string }) => lost.filter((one) => one.table.name === table.name);
      const salts = of(projectTable).filter(({ column }) => column === 'identity_salt');
      const sources = of(projectTable)
        .filter(({ column }) => column === 'player_data_secret')
        .map(({ row }) => row);
      await db.transaction(async (tx) => {
        for (const one of salts) await replace(tx, one, secrets.sealOne(newSecret(), one.place));
        for (const { project_id: id } of sources) {
          await run(
            tx,
            sql`UPDATE project SET player_data_url = NULL, player_data_secret = NULL WHERE project_id = ${id}`,
          );
        }
        for (const { stored: text } of of(serviceSecretTable)) {
          await run(tx, sql`DELETE FROM service_secret WHERE value = ${text}`);
        }
        for (const { row } of of(notificationChannelTable)) {
          const { member_id, channel } = row;
          await run(tx, sql`DELETE FROM notification_channel WHERE member_id = ${member_id} AND channel = ${channel}`);
          await run(
            tx,
            sql`UPDATE delivery SET finished_at = ${Date.now()}
            WHERE owner_id = ${member_id} AND channel = ${channel} AND finished_at IS NULL`,
          );
        }
        await run(tx, sql`UPDATE member SET totp_pending = NULL WHERE totp_secret IS NULL`);
      });
      await turnOn();
      const emails = of(memberTable).filter(({ column }) => column === 'totp_secret');
      return {
        projects: salts.length,
        playerData: sources.length,
        webhooks: new Set(of(notificationChannelTable).map(({ row }) => row.member_id)).size,
        members: emails.map(({ row }) => String(row.email)),
      };
    },
  };
}

export const WITHOUT_KEY =
  `If it is lost for good, set SECRET_KEY=${LOST}: then API keys, passwords, recovery codes, the console and players ` +
  'with a valid token work, but not identify, codes of authenticator apps, webhooks and new projects; ' +
  'see docs/guide/operate.md#without-the-secret-key';

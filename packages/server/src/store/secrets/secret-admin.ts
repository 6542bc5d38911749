import { isSealed, keyIdOf } from '../../domain/sealed-text.ts';
import { newIdentitySalt } from '../../domain/tokens.ts';
import { OperatorError } from '../../operator-error.ts';
import type { Database, Executor } from '../database.ts';
import { PagedTable, type Row } from '../paged-table.ts';
import { Statement, sql } from '../statement.ts';
import { memberTable, notificationChannelTable, projectTable, serviceSecretTable, TABLES } from '../tables.ts';
import { addKeyToFile, createKeyFile } from './key-file.ts';
import { placeOf, type Secrets } from './row-secrets.ts';
import { LOST } from './secret-keys.ts';

/** The service secret by which a node sees whether it has the key of this database. */
const CHECK_NAME = 'secret-key-check';

type SecretTable = (typeof TABLES)[number];

const SECRET_TABLES = TABLES.filter(({ secrets }) => secrets.length > 0).map((table) => ({
  table,
  rows: new PagedTable(table),
}));

/** How the secrets of a database are stored. */
export interface SecretCounts {
  /** Sealed with the first key. */
  readonly current: number;
  /** Sealed with one of the other keys. */
  readonly older: number;
  readonly plain: number;
  /** Sealed with a key that is not there, by column: such as `member.totp_secret`. */
  readonly unreadable: Readonly<Record<string, number>>;
}

export interface SecretState {
  /**
   * `off`: there is no key, and all secrets are plain text. `waiting`: there is a key, and an
   * operator must begin to use it. `on`. `lost`: there are sealed secrets, and their key is lost.
   */
  readonly state: 'off' | 'waiting' | 'on' | 'lost';
  readonly counts: SecretCounts;
}

interface Found {
  readonly table: SecretTable;
  readonly row: Row;
  readonly column: string;
  readonly stored: string;
}

/** Runs SQL text once. PostgreSQL does not keep it prepared. */
function run<Row>(tx: Executor, text: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return tx.all(new Statement((db) => ({ compile: () => text.compile(db) }), 'shape'), {});
}

/** What operators and the start of a server do with all secrets of a database. */
export function secretAdmin(db: Database, secrets: Secrets) {
  const { keys } = secrets;

  /** Every stored secret, in pages. */
  async function* stored(): AsyncGenerator<Found[]> {
    for (const { table, rows } of SECRET_TABLES) {
      for await (const page of rows.pages(db)) {
        yield page.flatMap((row) =>
          table.secrets.flatMap((column) => {
            const value = row[column];
            return typeof value === 'string' ? [{ table, row, column, stored: value }] : [];
          }),
        );
      }
    }
  }

  /** The plain text of a stored secret. Undefined if its key is missing. */
  const plainOf = ({ table, row, column, stored: text }: Found) =>
    isSealed(text) ? secrets.openOne(text, placeOf(table, column, row)) : text;

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

  /** Stores another text, unless the secret has changed in the meantime. */
  async function replace(tx: Executor, { table, row, column, stored: before }: Found, text: string): Promise<void> {
    const ofRow = table.key.map((part) => sql`${sql.ref(part)} = ${row[part] ?? null}`);
    const condition = sql.join([...ofRow, sql`${sql.ref(column)} = ${before}`], sql` AND `);
    await run(tx, sql`UPDATE ${sql.table(table.name)} SET ${sql.ref(column)} = ${text} WHERE ${condition}`);
  }

  /** Seals the readable ones of these secrets with the first key. Returns how many. */
  async function seal(which: (text: string) => boolean): Promise<number> {
    let sealed = 0;
    for await (const page of stored()) {
      const due = page.flatMap((one) => {
        const plain = which(one.stored) ? plainOf(one) : undefined;
        return plain === undefined ? [] : [{ one, plain }];
      });
      if (due.length === 0) continue;
      await db.transaction(async (tx) => {
        for (const { one, plain } of due) {
          await replace(tx, one, secrets.sealOne(plain, placeOf(one.table, one.column, one.row)));
        }
      });
      sealed += due.length;
    }
    return sealed;
  }

  /** The stored value of the check. Undefined: this database has no sealed secrets. */
  async function check(tx: Executor = db): Promise<string | undefined> {
    const [row] = await run<{ value: string }>(tx, sql`SELECT value FROM service_secret WHERE name = ${CHECK_NAME}`);
    return row?.value;
  }

  const placeOfCheck = placeOf(serviceSecretTable, 'value', { name: CHECK_NAME });

  /** @throws OperatorError if the key that sealed the check is not there */
  function requireKey(value: string): void {
    if (secrets.openOne(value, placeOfCheck) !== undefined) return;
    const id = keyIdOf(value);
    const ids = keys.all().map((key) => key.id);
    const where = keys.file ?? 'SECRET_KEY';
    throw new OperatorError(
      ids.length === 0
        ? `the secret key of this database (id ${id}) is missing: put it back into ${where}. ${WITHOUT_KEY}`
        : `${where} is not the secret key of this database: it has the id ${ids.join(', ')}, and the database needs ` +
            `${id}. ${WITHOUT_KEY}`,
    );
  }

  /** From now on, new secrets are sealed. Several nodes can do this at the same time. */
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

  /** How secrets are stored now. @throws OperatorError if the key is missing, or is another one */
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
     * Prepares the store for secrets. Call it when the schema is up to date.
     *
     * @param options.serving whether this is a server. It seals what is still in plain text
     * @param options.alone whether no other node uses the database. An older release cannot read
     *   sealed secrets, so with other nodes an operator begins to seal: see `rotate`
     * @throws OperatorError if the key of the database is missing, or is another one
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
     * Seals every secret with the first key. If the keys are in a file, it gets a new first one
     * before. Servers can run meanwhile. Returns how many secrets were sealed, and how all are
     * stored now.
     *
     * @throws OperatorError if there is no key, or not that of this database
     */
    async rotate(): Promise<{ readonly sealed: number; readonly counts: SecretCounts }> {
      const value = await check();
      if (value !== undefined) requireKey(value);
      if (keys.source === 'none' || keys.source === 'lost') throw new OperatorError('SECRET_KEY has no key');
      const { file } = keys;
      if (value !== undefined && file !== undefined) {
        await db.transaction(async (tx) => {
          // Two rotations at the same time must not drop the key of the other one.
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
     * Gives up the secrets whose key is lost, and begins with a new key. Projects get a new salt.
     * Webhooks, addresses of player data and secrets of the service are deleted. Second factors stay,
     * because ending them would let a password alone sign in. Returns how many of each, and the
     * members.
     *
     * @throws OperatorError if nothing is lost, or there is no new key
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
        for (const one of salts) {
          await replace(tx, one, secrets.sealOne(newIdentitySalt(), placeOf(one.table, one.column, one.row)));
        }
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

/** What a server can do without its key. */
export const WITHOUT_KEY =
  `If it is lost for good, set SECRET_KEY=${LOST}: then API keys, passwords, recovery codes, the console and players ` +
  'with a valid token work, but not identify, codes of authenticator apps, webhooks and new projects; ' +
  'see docs/guide/operate.md#without-the-secret-key';

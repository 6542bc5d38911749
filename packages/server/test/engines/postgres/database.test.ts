import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { OperatorError } from '../../../src/operator-error.ts';
import { StoreUnavailableError } from '../../../src/store/errors.ts';
import { run } from '../../../src/store/migrate.ts';
import { connectionSettings, openPostgres } from '../../../src/store/postgres/open.ts';
import { POSTGRES_DEFAULTS, type PostgresOptions } from '../../../src/store/postgres/options.ts';
import { sql, statement } from '../../../src/store/statement.ts';
import { executeSql, postgresSchema, postgresUrl } from '../../helpers/databases.ts';
import { startPgbouncer } from '../../helpers/pgbouncer.ts';
import { connect, withOptions } from '../../helpers/postgres-nodes.ts';
import { closedOnce } from '../../store-contract/contract.ts';

async function opened(t: TestContext, url: string, options: Partial<PostgresOptions> = {}) {
  return closedOnce(t, await openPostgres(url, { ...POSTGRES_DEFAULTS, ...options }, undefined));
}

test('a transaction that goes on after a failed statement fails, and stores nothing', async (t) => {
  const db = await opened(t, await postgresSchema(t));
  await run(db, sql`CREATE TABLE thing (id integer PRIMARY KEY)`);
  const work = db.transaction(async (tx) => {
    await run(tx, sql`INSERT INTO thing VALUES (1)`);
    await run(tx, sql`INSERT INTO thing VALUES (1)`).catch(() => {});
  });
  await assert.rejects(work, /continued after one of its statements failed/);
  assert.deepEqual(await run(db, sql`SELECT id FROM thing`), []);
});

/** Makes a table, and a statement that adds a row to it. */
async function withThings(t: TestContext) {
  const url = await postgresSchema(t);
  const db = await opened(t, url);
  await run(db, sql`CREATE TABLE thing (id integer PRIMARY KEY)`);
  const add = statement<{ id: number }>()((builder, { id }) => ({
    compile: () => sql`INSERT INTO thing VALUES (CAST(${id} AS integer))`.compile(builder),
  }));
  return { url, db, add, things: () => run(db, sql`SELECT id FROM thing ORDER BY id`) };
}

test('statements whose result nobody needs are not waited for, and are stored with the others', async (t) => {
  const { url, db, add, things } = await withThings(t);
  const other = await connect(t, url);
  await other.query('BEGIN; LOCK TABLE thing');
  const sent = Promise.withResolvers<void>();
  const work = db.transaction(async (tx) => {
    await run(tx, sql`SELECT`);
    for (const id of [1, 2, 3]) await tx.send(add, { id });
    sent.resolve();
    return tx.run(add, { id: 4 });
  });
  await sent.promise;
  await other.query('COMMIT');
  assert.equal(await work, 1);
  assert.deepEqual(await things(), [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }]);
});

test('a transaction fails with the first error of what nobody waits for, and stores nothing', async (t) => {
  const { db, add, things } = await withThings(t);
  const twice = (after: 'commit' | 'statement' | 'error') =>
    db.transaction(async (tx) => {
      for (const id of [1, 2, 2, 3]) await tx.send(add, { id });
      if (after === 'statement') await tx.run(add, { id: 4 });
      if (after === 'error') throw new Error('other');
    });
  for (const after of ['commit', 'statement', 'error'] as const) await assert.rejects(twice(after), { code: '23505' });
  await db.send(add, { id: 5 });
  assert.deepEqual(await things(), [{ id: 5 }]);
});

test('nothing is written if the transaction could not begin', async (t) => {
  const { db, add, things } = await withThings(t);
  const { query } = pg.Client.prototype;
  const failing = function (this: pg.Client, text: string | pg.QueryConfig) {
    return Reflect.apply(query, this, [text === 'BEGIN' ? 'SELECT 1 / 0' : text]);
  };
  const mock = t.mock.method(pg.Client.prototype, 'query', failing as typeof query);
  await assert.rejects(
    db.transaction(async (tx) => {
      await tx.send(add, { id: 1 });
    }),
    { code: '22012' },
  );
  mock.mock.restore();
  assert.deepEqual(await things(), []);
});

test('reads fail too if the transaction could not begin', async (t) => {
  const { db } = await withThings(t);
  const { query } = pg.Client.prototype;
  const failing = function (this: pg.Client, text: string | pg.QueryConfig) {
    return Reflect.apply(query, this, [text === 'BEGIN' ? 'SELECT 1 / 0' : text]);
  };
  t.mock.method(pg.Client.prototype, 'query', failing as typeof query);
  await assert.rejects(
    db.transaction((tx) => run(tx, sql`SELECT 1`)),
    { code: '22012' },
  );
});

test('a statement has the time of those that were sent before it', async (t) => {
  const { db, add } = await withThings(t);
  const { query } = pg.Client.prototype;
  const times: (number | undefined)[] = [];
  const watching = function (this: pg.Client, config: pg.QueryConfig & { query_timeout?: number }) {
    times.push(config.query_timeout);
    return Reflect.apply(query, this, [config]);
  };
  const mock = t.mock.method(pg.Client.prototype, 'query', watching as typeof query);
  await db.transaction(async (tx) => {
    for (const id of [1, 2]) await tx.send(add, { id });
  });
  mock.mock.restore();
  // BEGIN and the first write follow nothing. The driver's own limit, 5.5 seconds, is for them.
  assert.deepEqual(times, [undefined, undefined, 10_500, 15_500]);
});

test('a statement runs again if its connection has lost the prepared ones, as behind a pooler', async (t) => {
  const db = await opened(t, await postgresSchema(t), { poolSize: 1 });
  const read = () => run(db, sql`SELECT 1 AS one`);
  assert.deepEqual(await read(), [{ one: 1 }]);
  await run(db, sql`DEALLOCATE ALL`);
  assert.deepEqual(await read(), [{ one: 1 }]);
});

test('statements beyond the limit of those that wait are refused, and the others are done', async (t) => {
  const db = await opened(t, await postgresSchema(t), { poolSize: 1, queue: 1 });
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = db.transaction(() => {
    begun.resolve();
    return end.promise;
  });
  await begun.promise;
  const second = run(db, sql`SELECT 2 AS number`);
  await assert.rejects(run(db, sql`SELECT 3 AS number`), StoreUnavailableError);
  end.resolve();
  await first;
  assert.deepEqual(await second, [{ number: 2 }]);
});

test('a standby, a lock and a statement that takes too long make the store unavailable', async (t) => {
  const url = await postgresSchema(t);
  await executeSql(url, 'CREATE TABLE thing (id integer)');
  const standby = await opened(t, withOptions(url, '-c default_transaction_read_only=on'));
  await assert.rejects(run(standby, sql`INSERT INTO thing VALUES (1)`), StoreUnavailableError);
  const other = await connect(t, url);
  await other.query('BEGIN; LOCK TABLE thing');
  const impatient = await opened(t, withOptions(url, '-c lock_timeout=1ms'));
  await assert.rejects(run(impatient, sql`INSERT INTO thing VALUES (2)`), StoreUnavailableError);
  const quick = await opened(t, url, { statementSeconds: 1 });
  await assert.rejects(run(quick, sql`INSERT INTO thing VALUES (3)`), StoreUnavailableError);
  await other.query('ROLLBACK');
  assert.deepEqual((await other.query('SELECT id FROM thing')).rows, []);
});

test('the server ends slow statements of each connection, and transactions of a node that is gone', async (t) => {
  const settings = connectionSettings(postgresUrl(), { ...POSTGRES_DEFAULTS, statementSeconds: 3 });
  const client = new pg.Client(settings);
  await client.connect();
  t.after(() => client.end());
  const { rows } = await client.query(`SELECT current_setting('statement_timeout') AS statement,
    current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('application_name') AS name`);
  assert.deepEqual(rows, [{ statement: '3s', idle: '6s', name: 'player-support' }]);
});

test('behind a pooler that refuses the time-outs, or drops them, transactions have them, and nobody else', async (t) => {
  const drops = 'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout';
  const timeouts = sql`SELECT current_setting('statement_timeout') AS statement,
    current_setting('idle_in_transaction_session_timeout') AS idle`;
  for (const settings of [[], [drops]]) {
    const { url } = await startPgbouncer(t, 1, settings);
    const db = await opened(t, url, { statementSeconds: 3 });
    assert.deepEqual(await db.transaction((tx) => run(tx, timeouts)), [{ statement: '3s', idle: '6s' }]);
    assert.deepEqual(await run(db, timeouts), [{ statement: '0', idle: '0' }]);
    assert.match(
      (await db.check()).join(),
      /^statement_timeout is 0, .* run ALTER ROLE CURRENT_USER SET [^;]* = '3s'$/,
    );
  }
  const { url, direct } = await startPgbouncer(t, 1, []);
  await executeSql(direct, `ALTER DATABASE ${new URL(direct).pathname.slice(1)} SET statement_timeout = '2s'`);
  const limited = await opened(t, url, { statementSeconds: 3 });
  assert.deepEqual(await limited.check(), []);
  assert.deepEqual(await limited.transaction((tx) => run(tx, timeouts)), [{ statement: '2s', idle: '0' }]);
});

test('what a pooler refuses of the URL gets one line that says what to do', async (t) => {
  const { url } = await startPgbouncer(t, 1, []);
  for (const parameters of ['options=-c search_path=one', 'statement_timeout=1']) {
    await assert.rejects(opened(t, `${url}?${parameters}`), (error) => {
      assert.ok(error instanceof OperatorError);
      assert.match(error.message, /cannot be used: unsupported startup parameter.*\. Remove it from DATABASE_URL, .*/);
      return true;
    });
  }
});

test('a lock of a job is for one node, but not for other installations in the same database', async (t) => {
  const [url, elsewhere] = [await postgresSchema(t), await postgresSchema(t)];
  const [here, there, other] = [await opened(t, url), await opened(t, url), await opened(t, elsewhere)];
  const locked = await here.transaction(async (tx) => [
    await tx.tryLock('job'),
    await there.transaction((second) => second.tryLock('job')),
    await there.transaction((second) => second.tryLock('another')),
    await other.transaction((third) => third.tryLock('job')),
  ]);
  assert.deepEqual(locked, [true, false, true, true]);
  assert.equal(await there.transaction((tx) => tx.tryLock('job')), true);
});

test('the check says that a crash would lose confirmed writes without synchronous commits', async (t) => {
  const url = withOptions(await postgresSchema(t), '-c synchronous_commit=off');
  const problems = await (await opened(t, url)).check();
  assert.equal(problems.length, 1);
  assert.match(problems.join(), /synchronous_commit/);
});

test('the check says that the clocks of this machine and of PostgreSQL differ', async (t) => {
  const db = await opened(t, await postgresSchema(t));
  assert.deepEqual(await db.check(), []);
  t.mock.timers.enable({ apis: ['Date'], now: 1_700_000_000_000 });
  assert.match((await db.check()).join(), /^the clocks of this machine and of PostgreSQL differ by \d{7,} seconds: /);
});

test('a database that cannot store every text is refused', async (t) => {
  const name = `ascii_${process.pid}`;
  const locale = "TEMPLATE template0 ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C'";
  await executeSql(postgresUrl(), `CREATE DATABASE ${name} ${locale}`);
  t.after(() => executeSql(postgresUrl(), `DROP DATABASE ${name} WITH (FORCE)`));
  const url = new URL(postgresUrl());
  url.pathname = name;
  await assert.rejects(
    opened(t, url.href),
    (error) => error instanceof OperatorError && /must be UTF8/.test(error.message),
  );
});

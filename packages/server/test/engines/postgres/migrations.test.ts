import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import pg from 'pg';
import { migrate } from '../../../src/store/migrate.ts';
import { type Migration, migrations } from '../../../src/store/migrations/index.ts';
import { openPostgres } from '../../../src/store/postgres/open.ts';
import { POSTGRES_DEFAULTS } from '../../../src/store/postgres/options.ts';
import { eventually } from '../../helpers/builders.ts';
import { call } from '../../helpers/call.ts';
import { executeSql, postgresSchema, queryPostgres } from '../../helpers/databases.ts';
import { cli, cliProcess, serverThatStops, startProcess } from '../../helpers/programs.ts';
import { closedOnce } from '../../store-contract/contract.ts';

const IDS = migrations.map(({ id }) => id);
const PROGRAMS = 2;

/** Columns, constraints, indexes and storage. */
const SCHEMA = `
  SELECT 'column' AS kind, relname || '.' || attname AS name,
    concat_ws(' ', attnum, format_type(atttypid, atttypmod), attnotnull, attcollation::regcollation,
      pg_get_expr(adbin, adrelid), reloptions) AS definition
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE relnamespace = current_schema()::regnamespace AND attnum > 0 AND NOT attisdropped
  UNION ALL
  SELECT 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
  FROM pg_constraint WHERE connamespace = current_schema()::regnamespace
  UNION ALL
  SELECT 'index', indexname, replace(indexdef, current_schema() || '.', '')
  FROM pg_indexes WHERE schemaname = current_schema()
  ORDER BY 1, 2`;

const schemaOf = (url: string) => queryPostgres<{ kind: string; name: string; definition: string }>(url, SCHEMA);

const applied = async (url: string) =>
  (await queryPostgres<{ id: string }>(url, 'SELECT id FROM migration ORDER BY id')).map(({ id }) => id);

async function database(t: TestContext) {
  const url = await postgresSchema(t);
  return { url, db: closedOnce(t, await openPostgres(url, POSTGRES_DEFAULTS, undefined)) };
}

/** 0.1.0 has the migrations before. */
const [VERSION_010, LATER] = [migrations.slice(0, 2), migrations.slice(2)];
const later: Migration['statements'] = (dialect) => LATER.flatMap(({ statements }) => statements(dialect));

/** The later migrations have only their first statements, and then this one. */
function interrupted(after: number, how: string): Migration[] {
  const id = LATER[0]?.id ?? assert.fail();
  return [...VERSION_010, { id, statements: (dialect) => [...later(dialect).slice(0, after), how] }];
}

/** Returns settings for long waits for locks, and the number that waits now. */
async function waiting(t: TestContext) {
  const url = new URL(await postgresSchema(t));
  const name = url.searchParams.get('options') ?? '';
  url.searchParams.set('application_name', name);
  const WAITING = `SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE application_name = '${name}' AND wait_event_type = 'Lock'`;
  const DATABASE_URL = url.href;
  return {
    settings: { DATABASE_URL, DATABASE_STATEMENT_SECONDS: '60' },
    count: async () => (await queryPostgres<{ count: number }>(DATABASE_URL, WAITING))[0]?.count ?? 0,
  };
}

/** The statement locks in an open transaction. Returns its rollback. */
async function hold(t: TestContext, connectionString: string, statement: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  t.after(() => client.end());
  await client.query('BEGIN');
  await client.query(statement);
  return async () => void (await client.query('ROLLBACK'));
}

suite('programs that start at the same time on an empty database', () => {
  test('apply each migration once, and each of them serves', async (t) => {
    const { settings, count } = await waiting(t);
    const { DATABASE_URL } = settings;
    const release = await hold(t, DATABASE_URL, 'CREATE TABLE migration (id text PRIMARY KEY)');
    const nodes = Array.from({ length: PROGRAMS }, () => startProcess(t, settings));
    await eventually(async () => (await count()) === PROGRAMS);
    await release();
    const started = await Promise.all(nodes);
    for (const { url } of started) assert.equal((await call(url, 'GET', '/readyz')).status, 200);
    await Promise.all(started.map(({ wrote }) => wrote(/"msg":"listening"/)));
    const output = started.map(({ stdout, stderr }) => stdout() + stderr()).join('');
    assert.equal(output.match(/"msg":"migrated"/g)?.length, 1);
    assert.doesNotMatch(output, /"level":[56]0/);
    assert.deepEqual(await applied(DATABASE_URL), IDS);
  });

  test('commands apply each migration once too', async (t) => {
    const { settings, count } = await waiting(t);
    const release = await hold(t, settings.DATABASE_URL, 'CREATE TABLE migration (id text PRIMARY KEY)');
    const runs = Array.from({ length: PROGRAMS }, () => cliProcess(['migrate'], settings));
    await eventually(async () => (await count()) === PROGRAMS);
    await release();
    const said = (await Promise.all(runs)).map(({ code, stdout, stderr }) => `${code} ${stdout}${stderr}`);
    const [nothing, something] = ['0 nothing to do\n', `0 applied ${IDS.join(', ')}\n`];
    assert.deepEqual(said.toSorted(), [something, ...Array(PROGRAMS - 1).fill(nothing)].toSorted());
  });

  test('create one project and one key, which one of them shows', async (t) => {
    const { settings, count } = await waiting(t);
    const { DATABASE_URL } = settings;
    await cli(['migrate'], settings);
    // All see that there is no project, and cannot create one yet.
    const release = await hold(t, DATABASE_URL, 'LOCK TABLE project IN SHARE MODE');
    let up = 0;
    const nodes = Array.from({ length: PROGRAMS }, async () => {
      const node = await startProcess(t, settings);
      up++;
      return node;
    });
    await eventually(async () => up + (await count()) === PROGRAMS);
    assert.ok(up < PROGRAMS);
    await release();
    const output = (await Promise.all(nodes)).map(({ stdout }) => stdout()).join('');
    assert.equal(output.match(/shown only this once: psk_/g)?.length, 1);
    const made = await queryPostgres(
      DATABASE_URL,
      'SELECT (SELECT count(*)::int FROM project) AS projects, (SELECT count(*)::int FROM api_key) AS keys',
    );
    assert.deepEqual(made, [{ projects: 1, keys: 1 }]);
  });
});

suite('an interrupted migration', () => {
  const ways = {
    'by an error': ['SELECT 1 / 0', /division by zero/],
    'by the end of its connection': ['SELECT pg_terminate_backend(pg_backend_pid())', /the database is not available/],
  } as const;
  for (const [name, [how, message]] of Object.entries(ways)) {
    test(`${name} between its statements leaves nothing, and the next run does it`, async (t) => {
      const clean = await database(t);
      await migrate(clean.db);
      const expected = await schemaOf(clean.url);
      assert.ok(expected.length > 80, String(expected.length));

      const statements = later(clean.db.dialect).length;
      assert.ok(statements > 100, String(statements));
      // After the first, the last, and each tenth.
      const stops = [1, statements, ...Array.from({ length: Math.ceil(statements / 10) }, (_, index) => index * 10)];
      const { url, db } = await database(t);
      await migrate(db, VERSION_010);
      const before = await schemaOf(url);
      for (const after of stops) {
        await assert.rejects(migrate(db, interrupted(after, how)), message, `${after} statements`);
        assert.deepEqual(await schemaOf(url), before, `${after} statements`);
      }
      assert.deepEqual(await migrate(db), IDS.slice(VERSION_010.length));
      assert.deepEqual(await schemaOf(url), expected);
    });
  }
});

test('a program refuses a newer database with one line, and does not change it', async (t) => {
  const { url, db } = await database(t);
  const next: Migration = { id: '999-next', statements: () => ['CREATE TABLE extra (id text PRIMARY KEY)'] };
  await migrate(db, [...migrations, next]);
  const line = 'player-support: the database is newer than this program (it has 999-next); update the program\n';
  const settings = { DATABASE_URL: url };
  assert.deepEqual(await serverThatStops(t, settings), { code: 1, stdout: '', stderr: line });
  assert.deepEqual(await cli(['migrate'], settings), { code: 1, stdout: '', stderr: line });
  const doctor = await cli(['doctor'], settings);
  assert.equal(doctor.code, 1);
  assert.match(doctor.stdout, /^problem .* newer than this program \(it has 999-next\)/m);
  assert.deepEqual(await applied(url), [...IDS, '999-next']);
  await executeSql(url, "DROP TABLE extra; DELETE FROM migration WHERE id = '999-next'");
  assert.equal((await cli(['doctor'], settings)).code, 0);
});

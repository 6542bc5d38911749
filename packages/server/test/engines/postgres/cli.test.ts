import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { executeSql, isUntouched, postgresSchema, postgresUrl } from '../../helpers/databases.ts';
import { freePort } from '../../helpers/free-port.ts';
import { startPgbouncer } from '../../helpers/pgbouncer.ts';
import { withOptions } from '../../helpers/postgres-nodes.ts';
import { cli } from '../../helpers/programs.ts';

const PASSWORD = 'not-to-be-shown';

const unusable: Readonly<Record<string, () => Promise<[url: string, says: RegExp]>>> = {
  'a server that is not there': async () => {
    return [`postgres://player:${PASSWORD}@127.0.0.1:${await freePort()}/support`, /ECONNREFUSED/];
  },
  'a name that is no server': async () => [`postgres://player:${PASSWORD}@nowhere.invalid/support`, /nowhere\.invalid/],
  'a database that is not there': async () => {
    const url = new URL(postgresUrl());
    url.pathname = '/missing';
    return [url.href, /"missing" does not exist/];
  },
  'a wrong password': async () => {
    const url = new URL(postgresUrl());
    url.password = PASSWORD;
    return [url.href, /password/];
  },
};

/** The first transaction finds it out. */
const refusing: Readonly<Record<string, (t: TestContext) => Promise<[url: string, says: RegExp]>>> = {
  'a standby': async (t) => {
    const url = withOptions(await postgresSchema(t), '-c default_transaction_read_only=on');
    return [url, /read-only transaction\. DATABASE_URL must name the primary server/];
  },
  'a role without rights': async (t) => {
    const role = `without_rights_${process.pid}`;
    await executeSql(postgresUrl(), `CREATE ROLE ${role} LOGIN PASSWORD '${PASSWORD}'`);
    t.after(() => executeSql(postgresUrl(), `DROP ROLE ${role}`));
    const url = Object.assign(new URL(postgresUrl()), { username: role, password: PASSWORD });
    return [url.href, /permission denied for schema .*\. The role of DATABASE_URL needs a database that it owns$/];
  },
  'a schema that is not there': async () => {
    const url = withOptions(postgresUrl(), '-c search_path=nowhere');
    return [url, /no schema .*\. Create the schema that search_path of DATABASE_URL names, and let its role use it$/];
  },
  'a pooler without transactions': async (t) => {
    const { url } = await startPgbouncer(t, 1, ['pool_mode = statement']);
    return [url, /statement pooling mode\. Set pool_mode of PgBouncer to transaction$/];
  },
};

suite('a PostgreSQL that refuses transactions fails with one line that says what to do', { concurrency: 2 }, () => {
  for (const [what, find] of Object.entries(refusing)) {
    test(what, async (t) => {
      const [url, says] = await find(t);
      const settings = { DATABASE_URL: url, PORT: '0' };
      for (const args of [['migrate'], ['serve']]) {
        const { code, stdout, stderr } = await cli(args, settings);
        assert.match(stderr, /^player-support: the database is not available: [^\n]+\n$/);
        assert.match(stderr.trimEnd(), says);
        assert.deepEqual([code, stdout], [1, ''], args.join(' '));
        assert.ok(!stderr.includes(PASSWORD));
      }
    });
  }

  test('a pooler that drops the schema of the URL: nothing is written elsewhere', async (t) => {
    const { url, direct } = await startPgbouncer(t, 1, ['ignore_startup_parameters = options']);
    const { code, stderr } = await cli(['migrate'], { DATABASE_URL: withOptions(url, '-c search_path=own') });
    assert.match(stderr, /^player-support: the pooler drops search_path [^\n]+\n$/);
    assert.equal(code, 1);
    assert.ok(await isUntouched(direct));
  });
});

suite('a PostgreSQL that cannot be used fails with one line, without the password', { concurrency: 2 }, () => {
  for (const [what, find] of Object.entries(unusable)) {
    test(what, async () => {
      const [url, says] = await find();
      const settings = { DATABASE_URL: url, PORT: '0' };
      for (const args of [['migrate'], ['serve'], ['project', 'list']]) {
        const { code, stdout, stderr } = await cli(args, settings);
        assert.match(stderr, /^player-support: the PostgreSQL database cannot be used: [^\n]+\n$/);
        assert.match(stderr, says);
        assert.deepEqual([code, stdout], [1, ''], args.join(' '));
        assert.ok(!stderr.includes(PASSWORD));
      }
      const { code, stdout, stderr } = await cli(['doctor'], settings);
      assert.deepEqual([code, stderr], [1, ''], stdout);
      assert.match(stdout, /^problem +the database cannot be used: /m);
      assert.ok(!stdout.includes(PASSWORD));
    });
  }

  test('a backup of PostgreSQL is refused', async () => {
    const { code, stderr } = await cli(['backup', '/tmp/copy.db'], { DATABASE_URL: postgresUrl() });
    assert.equal(code, 1);
    assert.match(stderr, /^player-support: PostgreSQL is backed up with its own tools: [^\n]+\n$/);
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { postgresUrl } from '../../helpers/databases.ts';
import { freePort } from '../../helpers/free-port.ts';
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

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { suite, type TestContext, test } from 'node:test';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { createProgram } from '../../src/cli/program.ts';
import { ENGINE, emptyDatabase, isUntouched } from '../helpers/databases.ts';
import { freePort } from '../helpers/free-port.ts';
import { anIdentityProvider } from '../helpers/identity-provider.ts';
import { assertRefused, CLI, cli, cliProcess, optionsWith, printed, startProcess } from '../helpers/programs.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

const empty = async (t: TestContext) => ({ DATABASE_URL: await emptyDatabase(t) });

const migrated = async (t: TestContext) => {
  const settings = await empty(t);
  printed(await cli(['migrate'], settings));
  return settings;
};

function helpOf(words: readonly string[]): string {
  const find = (command: CommandUnknownOpts | undefined, word: string) =>
    command?.commands.find((child) => child.name() === word);
  return words.reduce(find, createProgram())?.helpInformation() ?? '';
}

suite('help', { concurrency: 2 }, () => {
  const commands = [
    'serve',
    'migrate',
    'project create <name> [--json]',
    'project list [--json]',
    'api-key create --name <name> [--role <role>] [--project <id>]... [--expires <date-time>] [--json]',
    'api-key list',
    'api-key revoke <id>',
    'audit export [--from <date>] [--to <date>]',
    'secret-key rotate',
    'secret-key reset --accept-loss',
    'member list [--json]',
    'member invite --role <role>',
    'member password-link <email>',
    'member end-totp <email>',
    'member disable <email>',
    'backup <file>',
    'copy --from <url> --to <url> [--files-from <url>] [--files-to <url>]',
    'copy-files --from <url> --to <url>',
    'index-messages',
    'citus-sql',
    'doctor',
  ];
  for (const word of ['help', '--help']) {
    test(`${word} names every command`, async () => {
      const text = printed(await cliProcess([word], {}));
      for (const command of commands) assert.ok(text.includes(`  ${command}`), command);
    });
  }

  test('describes each option of a command', () => {
    for (const command of commands) {
      const [words = ''] = command.split(/ [<[-]/, 1);
      const text = helpOf(words.split(' '));
      assert.ok(text.startsWith(`Usage: npm run -s cli -- ${command}`), text);
      for (const [option] of command.matchAll(/--[a-z-]+( <\S+>)?/g)) {
        assert.match(text, new RegExp(`^  ${option} +\\S`, 'm'));
      }
    }
  });

  test('needs no valid settings', async () => {
    const text = printed(await cli(['project', 'create', '-h'], { PORT: 'none' }));
    assert.equal(text, helpOf(['project', 'create']));
  });

  test('exists for a group of commands, which prints it and exits with 1 without a command', async () => {
    const text = printed(await cli(['api-key', '--help'], {}));
    for (const command of commands)
      assert.equal(text.includes(`  ${command}`), command.startsWith('api-key '), command);
    assert.deepEqual(await cli(['api-key'], {}), { code: 1, stdout: text, stderr: '' });
  });

  test('is printed without arguments, with exit code 1', async () => {
    const { code, stdout, stderr } = await cliProcess([], {});
    assert.deepEqual([code, stderr], [1, '']);
    assert.equal(stdout, printed(await cli(['help'], {})));
  });
});

suite('an invalid command prints one line and does not touch the database', { concurrency: 2 }, () => {
  const wrong: readonly (readonly string[])[] = [
    ['frobnicate'],
    ['project', 'delete', 'x'],
    ['project', 'create'],
    ['project', 'create', ' '],
    ['project', 'create', 'x'.repeat(101)],
    ['project', 'create', 'x', '--color'],
    ['api-key', 'create', '--name', ' '],
    ['api-key', 'create', '--name', 'x', '--expires', '2030-01-31'],
    ['api-key', 'create', '--name', 'x', '--expires', '2020-01-31T12:00:00Z'],
    ['api-key', 'revoke'],
    ['api-key', 'create', '--name', '--role=viewer'],
    ['api-key', 'create', '--name', 'x', '--project', '--json'],
    ['member', 'invite', '--email', '--role=viewer', '--role', 'viewer'],
    ['backup'],
    ['doctor', '--json'],
    ['serve', 'now'],
    ['serve', '--port', '1'],
    ['citus-sql', '--json'],
    ['--color', 'doctor'],
  ];
  for (const args of wrong) {
    test(args.map((arg) => arg.slice(0, 20)).join(' '), async (t) => {
      const settings = await empty(t);
      assertRefused(
        await cli(args, settings),
        /usage: npm run -s cli -- |unknown command |name|--expires must be a date-time in the future/,
      );
      assert.equal(await isUntouched(settings.DATABASE_URL), true);
    });
  }
});

test('what reads or changes a database does not create it: DATABASE_URL may be another one', async (t) => {
  const file = path.join(temporaryDirectory(t), 'data', 'other.db');
  const commands = ['project list', 'api-key list', 'member list', 'api-key revoke key_1', 'backup to.db'];
  const creating = ['project create Game', 'api-key create --name bot', 'member invite --role owner'];
  for (const command of [...commands, ...creating, 'member disable ada@studio.example', 'index-messages']) {
    const refused = await cli(command.split(' '), { DATABASE_URL: `sqlite:${file}` });
    assertRefused(refused, /there is no database at .*other\.db; set DATABASE_URL as for the server/);
  }
  assert.equal(existsSync(path.dirname(file)), false);
});

test('an error does not repeat a URL, which may contain a password', async () => {
  const url = 'postgres://me:sesame@127.0.0.1:1/none';
  for (const args of [
    ['copy', url, url],
    ['copy', '--from', url, '--to', url, url],
    ['copy', `--form=${url}`],
    ['copy', `--form=postgres://me:open'sesame@127.0.0.1:1/none`],
    ['copy', '--from', url, '--to', url, `-f${url}`],
    [url],
  ]) {
    const result = await cliProcess(args, {});
    assertRefused(
      result,
      args[0] === 'copy' ? /usage: npm run -s cli -- copy --from <url> --to <url>/ : /unknown command/,
    );
    assert.doesNotMatch(result.stderr, /sesame/);
  }
});

suite('project', { concurrency: 2 }, () => {
  test('create and list, as JSON and as text', async (t) => {
    const settings = await migrated(t);
    assert.equal(printed(await cli(['project', 'list', '--json'], settings)), '[]\n');
    const one = JSON.parse(printed(await cli(['project', 'create', 'Space Cats', '--json'], settings)));
    assert.deepEqual(Object.keys(one), [
      'id',
      'name',
      'publicKey',
      'status',
      'autoCloseDays',
      'ticketTypes',
      'limits',
      'responseTargets',
      'stormMode',
      'holdingSince',
      'playerData',
      'createdAt',
    ]);
    assert.deepEqual([one.name, one.status], ['Space Cats', 'active']);
    const text = printed(await cli(['project', 'create', 'Other'], settings));
    const listed = JSON.parse(printed(await cli(['project', 'list', '--json'], settings)));
    assert.deepEqual(listed[0], one);
    assert.equal(text, `${listed[1].id}\npublic key: ${listed[1].publicKey}\n`);
    const table = printed(await cli(['project', 'list'], settings))
      .trimEnd()
      .split('\n');
    assert.match(table[0] ?? '', /^ID +PUBLIC KEY +STATUS +NAME$/);
    for (const [index, { id, publicKey, name }] of listed.entries()) {
      assert.deepEqual(table[index + 1]?.split(/ {2,}/), [id, publicKey, 'active', name]);
    }
  });

  test('a name can have 100 code points, as in the API', async (t) => {
    const settings = await migrated(t);
    const name = '😀'.repeat(100);
    assert.equal(JSON.parse(printed(await cli(['project', 'create', name, '--json'], settings))).name, name);
  });
});

suite('api-key', () => {
  test('create, list and revoke; the key itself is shown once', async (t) => {
    const settings = await migrated(t);
    const created = JSON.parse(printed(await cli(['api-key', 'create', '--name', 'console', '--json'], settings)));
    assert.deepEqual(Object.keys(created), ['id', 'key']);
    assert.match(created.key, /^psk_\S{32,}$/);
    const expires = ['--expires', '2999-01-31T12:00:00+01:00'];
    const bot = printed(await cli(['api-key', 'create', '--name', 'bot', ...expires], settings));
    const [id, key, ...rest] = bot.split('\n');
    assert.deepEqual(rest, ['']);
    assertRefused(await cli(['api-key', 'revoke', 'key_unknown'], settings), /key_unknown/);
    assert.equal(
      printed(await cli(['api-key', 'revoke', created.id], settings)),
      `revoked ${created.id}; API keys suspended: 0, links deleted: 0, announcements withheld: 0, answers stopped: 0\n`,
    );
    assertRefused(await cli(['api-key', 'revoke', created.id], settings), /could be revoked; is DATABASE_URL/);

    const json = printed(await cli(['api-key', 'list', '--json'], settings));
    const [first, second] = JSON.parse(json);
    assert.deepEqual([first.id, first.name, typeof first.revokedAt], [created.id, 'console', 'string']);
    assert.deepEqual([second.id, second.name, second.revokedAt], [id, 'bot', null]);
    assert.deepEqual([first.expiresAt, second.expiresAt], [null, '2999-01-31T11:00:00.000Z']);
    assert.deepEqual([first.createdBy, first.lastUsedAt, first.suspendedAt], [null, null, null]);
    const table = printed(await cli(['api-key', 'list'], settings));
    assert.match(table, /^ID +STATE +ROLE +WHERE +CREATED BY +CREATED +LAST USED +EXPIRES +NAME\n/);
    for (const text of [json, table]) assert.ok(![created.key, key].some((secret) => text.includes(secret)));
  });
});

suite('member', () => {
  test('keys and projects of the command line are in the audit log', async (t) => {
    const settings = await migrated(t);
    const project = JSON.parse(printed(await cli(['project', 'create', 'Game', '--json'], settings)));
    const create = ['api-key', 'create', '--name', 'bot', '--role', 'agent', '--project', project.id, '--json'];
    const { id } = JSON.parse(printed(await cli(create, settings)));
    printed(await cli(['api-key', 'revoke', id], settings));
    assert.equal((await cli(['api-key', 'revoke', id], settings)).code, 1);
    const entries = printed(await cli(['audit', 'export'], settings))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const actor = { type: 'system', id: 'cli', name: 'command line' };
    const none = { address: null, requestId: null, occurrences: null };
    assert.deepEqual(
      entries.map(({ id: _id, at: _at, ...entry }) => entry),
      [
        { actor, action: 'CreateProject', projectId: project.id, target: project.id, details: {}, ...none },
        {
          ...{ actor, action: 'CreateApiKey', projectId: null, target: id, ...none },
          details: { role: 'agent', projectIds: [project.id] },
        },
        { actor, action: 'DeleteApiKey', projectId: null, target: id, details: {}, ...none },
      ],
    );
  });

  test('a link is whole if PUBLIC_URL is set, and else a path', async (t) => {
    const settings = await migrated(t);
    const invite = ['member', 'invite', '--role', 'owner'];
    assert.match(printed(await cli(invite, settings)), /: \/join#inv_\S+\n$/);
    const PUBLIC_URL = 'https://support.example.com';
    assert.match(
      printed(await cli(invite, { ...settings, PUBLIC_URL })),
      /^Open this link\. .*: https:\/\/support\.example\.com\/join#inv_\S+\n$/,
    );
  });
});

test('an audit log from a time after its end is refused', async (t) => {
  const period = ['--from', '2030-01-31', '--to', '2030-01-01'];
  assertRefused(await cli(['audit', 'export', ...period], await empty(t)), /--from must be before --to/);
});

test('a command whose reader has gone ends without a word', async (t) => {
  const settings = await migrated(t);
  for (const args of [['doctor'], ['audit', 'export']]) {
    const child = spawn(process.execPath, [CLI, ...args], optionsWith(settings));
    child.stdout?.destroy();
    const [said] = await Promise.all([text(child.stderr ?? assert.fail()), once(child, 'exit')]);
    assert.equal(said, '');
  }
});

suite('migrate', () => {
  test('creates the database and applies all migrations, once', async (t) => {
    const settings = await empty(t);
    assert.match(printed(await cliProcess(['migrate'], settings)), /^applied 001-\S+/);
    assert.equal(await isUntouched(settings.DATABASE_URL), false);
    assert.equal(printed(await cli(['migrate'], settings)), 'nothing to do\n');
  });
});

suite('doctor', { concurrency: 2 }, () => {
  test('0: a sound database that a server uses', async (t) => {
    const settings = await empty(t);
    await startProcess(t, settings);
    const text = printed(await cliProcess(['doctor'], settings));
    const engine =
      ENGINE === 'sqlite' ? /^ok +the database has no errors; SQLite 3\.\d+\.\d+$/m : /no errors; PostgreSQL 18\.\d+/;
    assert.match(text, engine);
    assert.doesNotMatch(text, /^problem/m);
  });

  test('0: warns of the demo project and its key as soon as there is another project', async (t) => {
    const settings = await empty(t);
    const server = await startProcess(t, settings);
    const [, keyId = ''] = await server.wrote(/api-key revoke (key_\S+)/);
    assert.doesNotMatch(printed(await cli(['doctor'], settings)), /^warning +the /m);
    printed(await cli(['project', 'create', 'Space Cats'], settings));
    const warned = printed(await cli(['doctor'], settings));
    assert.match(warned, /^warning +the demo project accepts tickets; disable it/m);
    assert.match(warned, new RegExp(`^warning +the API key of the first start still works; .* revoke ${keyId}$`, 'm'));
    printed(await cli(['api-key', 'revoke', keyId], settings));
    assert.doesNotMatch(printed(await cli(['doctor'], settings)), /API key/);
  });

  test('says whether the provider of single sign-on responds', async (t) => {
    const publicUrl = `http://127.0.0.1:${await freePort()}`;
    const idp = await anIdentityProvider(t, publicUrl);
    const settings = { ...(await empty(t)), ...idp.settings(publicUrl) };
    printed(await cli(['migrate'], settings));
    assert.match(printed(await cli(['doctor'], settings)), /^ok +the provider http:\S+ responds$/m);
    idp.isDown = true;
    const { code, stdout } = await cliProcess(['doctor'], settings);
    assert.equal(code, 1);
    assert.match(stdout, /^problem +OIDC_ISSUER does not work; The provider does not respond: \w/m);
  });

  test('0: warns of variables that have no effect any more', async (t) => {
    const settings = { ...(await empty(t)), RATE_LIMIT_LINK: '5', INBOX_DAYS: '30' };
    const warnings = printed(await cli(['doctor'], settings)).match(/^warning +[A-Z_]+ has no effect any more: .+$/gm);
    assert.deepEqual(warnings?.map((line) => line.split(/ +/)[1]).sort(), ['INBOX_DAYS', 'RATE_LIMIT_LINK']);
  });

  test('0: warns if rate limits are off', async (t) => {
    const settings = await empty(t);
    assert.match(
      printed(await cli(['doctor'], { ...settings, RATE_LIMITS: 'off' })),
      /^warning +no rate limit: RATE_LIMIT_IDENTIFY, .*RATE_LIMIT_AUTH_ADDRESS$/m,
    );
  });
});

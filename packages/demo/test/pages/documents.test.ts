import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, suite, test } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { generateTypes } from '../../../../scripts/steps.ts';
import { launchChromium } from '../../../console/test/helpers/chromium.ts';
import { aProject, fromOwnPage } from '../../../server/test/helpers/builders.ts';
import { call } from '../../../server/test/helpers/call.ts';
import { fileAfter } from '../../../server/test/helpers/cleanup.ts';
import { emptyDatabase, postgresSchema, queryPostgres } from '../../../server/test/helpers/databases.ts';
import { freePort } from '../../../server/test/helpers/free-port.ts';
import { startPgbouncer } from '../../../server/test/helpers/pgbouncer.ts';
import { startProcess } from '../../../server/test/helpers/programs.ts';
import { TEST_SECRET_KEY } from '../../../server/test/helpers/test-secret-key.ts';
import { type Kind, kindsOf, NOT_RUN } from '../helpers/block-kinds.ts';
import { checkCommands } from '../helpers/check-commands.ts';
import { type CodeBlock, codeBlocks } from '../helpers/code-blocks.ts';
import { CONSOLE_NAMES, compile } from '../helpers/compile.ts';
import { servePage } from '../helpers/serve-page.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const GAME_GUIDE = 'docs/guide/game/';
const ADDRESS = /https:\/\/support\.example\.com|http:\/\/127\.0\.0\.1:8080/g;

const blocks = codeBlocks(ROOT);
const of = (kind: Kind) => blocks.filter((block) => kindsOf(block).includes(kind));
function only(kind: Kind): CodeBlock {
  const [block, ...others] = of(kind);
  assert.ok(block !== undefined && others.length === 0, `not exactly one block: ${kind}`);
  return block;
}
const placeOf = ({ file, line }: CodeBlock) => `${file}:${line}`;

const folder = mkdtempSync(path.join(os.tmpdir(), 'player-support-documents-'));
after(() => rmSync(folder, { recursive: true, force: true }));
// Some commands of the operator are for SQLite.
const databaseUrl = await emptyDatabase(fileAfter, 'sqlite');
const server = await startProcess(fileAfter, { LOG_LEVEL: 'warn', DATABASE_URL: databaseUrl });
const { url } = server;
const [, teamKey = ''] = await server.wrote(/shown only this once: (\S+)/);
const api = { url, teamKey, call: (method: string, path: string, options = {}) => call(url, method, path, options) };
const project = await aProject(api);

/** A failure has the program's standard error. */
const execute = promisify(execFile);

/** Runs a script like a reader who pastes it, with the guide's values. */
async function bash(script: string, { cwd = folder, env = {} }: { cwd?: string; env?: Record<string, string> } = {}) {
  const { stdout } = await execute('bash', ['--norc', '-eu', '-c', script], {
    cwd,
    timeout: 60_000,
    env: {
      PATH: process.env.PATH,
      URL: url,
      PROJECT: project.publicKey,
      TEAM_KEY: teamKey,
      ...env,
    },
  });
  return stdout;
}

/** Fills in what a reader replaces. It must be there. */
function filledIn(block: CodeBlock, replacements: readonly (readonly [string, string])[]): string {
  return replacements.reduce((text, [from, to]) => {
    assert.ok(text.includes(from), `${placeOf(block)} has no ${from}`);
    return text.replaceAll(from, to);
  }, block.text);
}

/** Joins by an invitation. Returns what the member's browser does. */
async function join(body: object) {
  const joined = await api.call('POST', '/api/v1/team/invitations/accept', { body });
  assert.equal(joined.status, 201, joined.text);
  const headers = fromOwnPage(joined.headers.get('set-cookie')?.split(';')[0] ?? '');
  return {
    id: joined.body.member.id as string,
    call: (method: string, path: string, body: object) => api.call(method, `/api/v1/team${path}`, { headers, body }),
  };
}

suite('the blocks of code in the documents', () => {
  for (const block of blocks) {
    const kinds = kindsOf(block);
    if (kinds.length === 1) continue;
    test(`${placeOf(block)} (${block.language}) is of a kind that this file runs, compiles or checks`, () => {
      assert.fail(
        `${kinds.length === 0 ? 'No kind fits' : `Several kinds fit: ${kinds.join(', ')}`}. See helpers/block-kinds.ts. ` +
          'Add a kind and a test that runs or compiles the block, or add the block to NOT_RUN with the reason.',
      );
    });
  }

  test('what is not run has a reason, and is still there', () => {
    const gone = NOT_RUN.filter(
      ([file, begins]) =>
        !of('checked only').some((one) => one.file === file && one.text.trimStart().startsWith(begins)),
    );
    assert.deepEqual(gone, []);
  });

  test('each task of the guide has the three ways, in this order', () => {
    const pages = Map.groupBy(
      blocks.filter(({ file }) => file.startsWith(GAME_GUIDE)),
      ({ file }) => file,
    );
    for (const file of pages.keys()) {
      const headings = [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/^## (.*)$/gm)].map(([, name]) => name);
      assert.deepEqual(headings, ['Widget', 'SDK', 'curl'], file);
    }
    assert.equal(pages.size, 13);
  });

  test('llms.txt lists every page of the guide, and only files that exist', () => {
    const listed = [...readFileSync(path.join(ROOT, 'llms.txt'), 'utf8').matchAll(/^- \[.*?\]\(([^/].*?)\): ./gm)];
    const files = listed.map(([, file = '']) => file);
    assert.deepEqual(
      files.filter((file) => !existsSync(path.join(ROOT, file))),
      [],
    );
    const pages = globSync('docs/guide/**/*.md', { cwd: ROOT });
    assert.deepEqual(
      pages.filter((page) => !files.includes(page)),
      [],
    );
  });

  test('TypeScript compiles strictly against the SDK and the widget', () => {
    const files = new Map(of('compiled').map((block) => [`${placeOf(block).replace(/\W+/g, '-')}.ts`, block.text]));
    assert.ok(files.size > 10);
    assert.equal(compile(files), '');
  });

  test('the TypeScript of the console compiles with the console', () => {
    // The types of the team API are not in the repository.
    if (!existsSync(path.join(ROOT, 'packages/console/generated/team-api.ts'))) assert.ok(generateTypes());
    const written = of('compiled with the console');
    const files = new Map(written.map(({ line, text }) => [`${line}.tsx`, CONSOLE_NAMES + text]));
    assert.ok(files.size > 1);
    assert.equal(compile(files, 'console'), '');
  });

  test('the commands of the guide for games do what they say on a real server', async () => {
    const inGuide = of('run as a game');
    const first = inGuide.find(({ file }) => file.endsWith('first-ticket.md'));
    assert.ok(first);
    assert.match(await bash(first.text), /^tkt_\w+\n$/);
    for (const block of inGuide.filter((one) => one !== first)) {
      const output = await bash(`${first.text}\n${block.text}`);
      const isRefused = /"status":4\d\d/.test(output);
      assert.equal(isRefused, block.file.endsWith('errors.md'), `${placeOf(block)}\n${output}`);
    }
  });

  test('a test of a game starts a server, answers as the team, and removes it', async () => {
    const [start, answer, end, ...others] = of('run with a server of its own').map(({ text }) => text);
    assert.deepEqual(others, []);
    const write = `TOKEN=$(curl -sf http://127.0.0.1:$PORT/api/v1/player/identify -H 'Content-Type: application/json' \
      -d '{"projectPublicKey":"'$PROJECT'","installationId":"0123456789"}' | field playerAccessToken)
      curl -sf http://127.0.0.1:$PORT/api/v1/tickets -H "Authorization: Bearer $TOKEN" \
      -H 'Content-Type: application/json' \
      -d '{"projectPublicKey":"'$PROJECT'","type":"bug","subject":"Stuck","message":"Help."}'`;
    const script = [start, 'field() { sed -n "s/.*\\"$1\\":\\"\\([^\\"]*\\)\\".*/\\1/p"; }', write, answer, end].join(
      '\n',
    );
    const own = script
      .replaceAll('/tmp/game-test', path.join(folder, 'game-test'))
      .replace('8089', `${await freePort()}`);
    const output = await bash(own, { cwd: ROOT, env: {} });
    assert.match(output, /^ppk_\S+ psk_\S+$/m);
    assert.match(output, /\{"messageId":"msg_\w+","status":"pending"/);
    assert.ok(!existsSync(path.join(folder, 'game-test')));
  });

  test('the commands about questions write a form, read it, create a ticket with answers, and export it', async () => {
    const first = of('run as a game').find(({ file }) => file.endsWith('first-ticket.md'));
    const texts = of('asked and answered').map(({ text }) => text);
    assert.equal(texts.length, 4);
    const output = await bash([`PROJECT_ID=${project.id}`, first?.text, ...texts, 'cat tickets.ndjson'].join('\n'));
    assert.match(output, /"version":1.*"label":"Welches Gerät\?".*"status":"open".*"formVersion":1.*"RTX 4070"/s);
  });

  test('the round trip of the README brings the reply of the team to the player', async () => {
    const roundTrip = only('the round trip');
    const values = /^(?:URL|PROJECT|TEAM_KEY)=.*$/gm;
    assert.equal(roundTrip.text.match(values)?.length, 3);
    assert.match(await bash(roundTrip.text.replace(values, '')), /"title":"Stuck","body":"Jump twice at the door\."/);
  });

  test('a member takes a key over with the cookie of a sign-in', async () => {
    const password = 'correct horse battery staple';
    const [, token] = await server.wrote(/\/join#(\S+)/);
    const ada = await join({ token, email: 'ada@studio.example', name: 'Ada', password });
    const invited = await ada.call('POST', '/invitations', { email: 'bob@studio.example', role: 'admin' });
    const bob = await join({ token: invited.body.token, name: 'Bob', password });
    const created = await bob.call('POST', '/api-keys', { name: 'bot', role: 'agent' });
    assert.equal(created.status, 201, created.text);
    const isSuspended = async () =>
      (await call(url, 'GET', '/api/v1/team/projects', { token: created.body.key })).status === 401;
    assert.equal((await ada.call('PATCH', `/members/${bob.id}`, { disabled: true })).status, 200);
    assert.ok(await isSuspended());
    const signIn = JSON.parse(filledIn(only('the body of a sign-in'), [['...', password]]));
    assert.deepEqual(Object.keys(signIn), ['email', 'password', 'code']);
    writeFileSync(path.join(folder, 'sign-in.json'), JSON.stringify({ ...signIn, code: undefined }));
    await bash(
      filledIn(only('run as a member'), [
        ['https://support.example.com', url],
        ['key_...', created.body.apiKey.id],
      ]),
    );
    assert.ok(!(await isSuspended()));
    assert.ok(!existsSync(path.join(folder, 'sign-in.json')));
  });

  test('an operator invites an owner, makes a backup while the server runs, and copies it to PostgreSQL', async () => {
    const [invite, backup, copy, ...others] = of('run as an operator');
    assert.ok(invite !== undefined && backup !== undefined && copy !== undefined && others.length === 0);
    const operator = { cwd: ROOT, env: { DATABASE_URL: databaseUrl, SECRET_KEY: TEST_SECRET_KEY } };
    assert.match(await bash(invite.text, operator), /\/join#inv_[\s\S]*\npsk_/);
    await bash(filledIn(backup, [['/backups/', `${folder}/`]]), operator);
    const [file = ''] = globSync('player-support-*.db', { cwd: folder });
    const target = await postgresSchema(fileAfter);
    await bash(
      filledIn(copy, [
        ['./data/player-support.db', path.join(folder, file)],
        ['postgres://support@db.example/support', `'${target}'`],
      ]),
      operator,
    );
    const [copied] = await queryPostgres<{ id: string }>(
      target,
      `SELECT project_id AS id FROM project
      WHERE public_key = '${project.publicKey}'`,
    );
    assert.equal(copied?.id, project.id);
  });

  test('commands that cannot run here are well-formed, and name only what exists', () => {
    for (const block of of('checked only')) checkCommands(block.text, placeOf(block));
  });

  test('HTML shows the widget, JavaScript runs beside it, and CSS has properties of the widget', async () => {
    const browser = await launchChromium();
    try {
      const empty = await browser.newPage();
      const styles = readFileSync(path.join(ROOT, 'packages/widget/src/styles.css'), 'utf8');
      for (const block of of('applied')) {
        const rules = await empty.evaluate((text) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(text);
          return [...sheet.cssRules].map((rule) => [...(rule as CSSStyleRule).style]);
        }, block.text);
        assert.ok(rules.length > 0 && rules.every((names) => names.length > 0), placeOf(block));
        for (const name of rules.flat()) assert.ok(styles.includes(`var(${name}`), `${placeOf(block)}: ${name}`);
      }
      const pages = of('shown in a page');
      await Promise.all(
        pages.map(async (block) => {
          // Some blocks are only the element.
          const html = block.text.includes('player-support.js')
            ? block.text
            : `<script src="${url}/widget/player-support.js" defer></script>${block.text}`;
          const page = await browser.newPage();
          const faults = await openGame(page, html);
          await page.evaluate(() => document.querySelector('player-support')?.open());
          await page.getByRole('dialog').waitFor();
          // One page is enough for the scripts.
          for (const script of block === pages[0] ? of('run in a page') : []) {
            await page
              .evaluate(runBesideWidget, script.text)
              .catch((error) => assert.fail(`${placeOf(script)}: ${error}`));
          }
          assert.deepEqual(faults, [], placeOf(block));
        }),
      );
    } finally {
      await browser.close();
    }
  });

  test('PgBouncer and PostgreSQL take their settings', async () => {
    const ini = only('run in PgBouncer').text;
    const [, settings = ''] = ini.split('[pgbouncer]\n');
    const { url: pooled, direct } = await startPgbouncer(fileAfter, 1, settings.trim().split('\n'));
    const name = new URL(direct).pathname.slice(1);
    const client = new pg.Client({ connectionString: pooled });
    await client.connect();
    try {
      for (const block of of('run in PostgreSQL'))
        await client.query(filledIn(block, [['DATABASE player_support', `DATABASE ${name}`]]));
    } finally {
      await client.end();
    }
    const [shown] = await queryPostgres<{ statement_timeout: string }>(direct, 'SHOW statement_timeout');
    assert.equal(shown?.statement_timeout, '5s');
  });
});

/** Waits for the widget's player. Returns what the scripts throw. */
async function openGame(page: Page, html: string): Promise<string[]> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  const body = html.replaceAll(ADDRESS, url).replace(/(?<=project-key=")[^"]*/, project.publicKey);
  const identified = page.waitForResponse((response) => response.url().endsWith('/player/identify') && response.ok());
  await page.goto(await servePage(body));
  await identified;
  return faults;
}

/** Runs a script with the guide's names for the widget. A missing property throws. */
async function runBesideWidget(script: string): Promise<void> {
  const found = document.querySelector('player-support');
  if (found === null) throw new Error('no widget');
  const widget = new Proxy(found, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set: (target, name, value) => name in target && Reflect.set(target, name, value, target),
  });
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  await new AsyncFunction('widget', `'use strict';${script}`)(widget);
}

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, suite, test } from 'node:test';
import pg from 'pg';
import { launchChromium } from '../../../console/test/helpers/chromium.ts';
import { aProject } from '../../../server/test/helpers/builders.ts';
import { emptyDatabase } from '../../../server/test/helpers/databases.ts';
import { call } from '../../../server/test/helpers/harness.ts';
import { startProcess } from '../../../server/test/helpers/programs.ts';
import { type CodeBlock, codeBlocks } from '../helpers/code-blocks.ts';

/** Every block of code in the README, in the packages and in the guide works. */

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const GAME_GUIDE = 'docs/guide/game/';
/** `npm run check` compares it with the declarations of the SDK. */
const GENERATED = 'docs/guide/client-reference.md';

const blocks = codeBlocks(ROOT);
const of = (language: string) => blocks.filter((block) => block.language === language);
const placeOf = ({ file, line }: CodeBlock) => `${file}:${line}`;

const folder = mkdtempSync(path.join(os.tmpdir(), 'player-support-documents-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const cleanUp = { after: (close: unknown) => after(() => (close as () => unknown)()) };
const server = await startProcess(cleanUp, { LOG_LEVEL: 'warn', DATABASE_URL: await emptyDatabase(cleanUp) });
const { url } = server;
const [, teamKey = ''] = await server.wrote(/shown only this once: (\S+)/);
const project = await aProject({
  url,
  teamKey,
  call: (method: string, path: string, options = {}) => call(url, method, path, options),
});

/** Runs a script as a reader who pastes it, with the values that the guide names. */
function bash(script: string) {
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-eu', '-c', script], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
    env: { PATH: process.env.PATH, URL: url, PROJECT: project.publicKey, PROJECT_ID: project.id, TEAM_KEY: teamKey },
  });
  assert.equal(status, 0, `${script}\n${stdout}${stderr}`);
  return stdout;
}

suite('the blocks of code in the documents', () => {
  test('each has a language that this file checks', () => {
    // `text` is no code.
    const known = ['ts', 'tsx', 'js', 'css', 'sh', 'json', 'html', 'ini', 'sql', 'text'];
    assert.deepEqual(blocks.filter(({ language }) => !known.includes(language)).map(placeOf), []);
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
    assert.equal(pages.size, 11);
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
    // Inside the project, so that packages are found.
    const inside = path.join(ROOT, 'packages/demo/test/generated');
    rmSync(inside, { recursive: true, force: true });
    mkdirSync(inside);
    try {
      const written = of('ts').filter(({ file }) => file !== GENERATED);
      assert.ok(written.length > 10);
      for (const block of written) {
        const name = `${block.file.replace(/\W+/g, '-')}-${block.line}.ts`;
        writeFileSync(path.join(inside, name), `${block.text}export {};\n`);
      }
      writeFileSync(
        path.join(inside, 'tsconfig.json'),
        JSON.stringify({
          extends: '../../../widget/tsconfig.json',
          compilerOptions: {
            noUnusedLocals: false,
            paths: { '@player-support/client': ['../../../client/src/index.ts'] },
          },
          include: ['*.ts', '../helpers/*.d.ts'],
        }),
      );
      const tsc = path.join(ROOT, 'node_modules/.bin/tsc');
      const { status, stdout } = spawnSync(tsc, ['-p', inside], { encoding: 'utf8' });
      assert.equal(status, 0, stdout);
    } finally {
      rmSync(inside, { recursive: true, force: true });
    }
  });

  test('JavaScript, and the TypeScript of the console, are well-formed', () => {
    for (const block of [...of('tsx'), ...of('js')])
      assert.doesNotThrow(() => stripTypeScriptTypes(block.text), placeOf(block));
  });

  test('the commands of the guide for games do what they say on a real server', () => {
    const inGuide = of('sh').filter(({ file }) => file.startsWith(GAME_GUIDE));
    const first = inGuide.find(({ file }) => file.endsWith('first-ticket.md'));
    assert.ok(first);
    assert.match(bash(first.text), /^tkt_\w+\n$/);
    for (const block of inGuide.filter((one) => one !== first)) {
      const output = bash(`${first.text}\n${block.text}`);
      const isRefused = /"status":4\d\d/.test(output);
      assert.equal(isRefused, block.file.endsWith('errors.md'), `${placeOf(block)}\n${output}`);
    }
  });

  test('the round trip of the README brings the reply of the team to the player', () => {
    const roundTrip = of('sh').find(({ file, text }) => file === 'README.md' && text.includes('player/identify'));
    assert.ok(roundTrip);
    const values = /^(?:URL|PROJECT|TEAM_KEY)=.*$/gm;
    assert.equal(roundTrip.text.match(values)?.length, 3);
    assert.match(bash(roundTrip.text.replace(values, '')), /"title":"Stuck","body":"Jump twice at the door\."/);
  });

  test('other commands are well-formed, and name scripts and files that exist', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    for (const block of of('sh')) {
      const { status, stderr } = spawnSync('bash', ['-n'], {
        input: block.text.replace(/<[^>\n]*>/g, 'x'),
        encoding: 'utf8',
      });
      assert.equal(status, 0, `${placeOf(block)}\n${stderr}`);
      for (const [, name = ''] of block.text.matchAll(/npm run (?:-s )?([\w:-]+)/g)) {
        assert.ok(name in scripts, `${placeOf(block)}: npm run ${name}`);
      }
      for (const [file] of block.text.matchAll(/\b(?:packages|deploy)\/[\w./-]+/g)) {
        assert.ok(existsSync(path.join(ROOT, file)), `${placeOf(block)}: ${file}`);
      }
    }
  });

  test('JSON parses', () => {
    for (const block of of('json')) assert.doesNotThrow(() => JSON.parse(block.text), placeOf(block));
  });

  test('HTML shows the widget, and CSS has rules', async () => {
    const browser = await launchChromium();
    try {
      const empty = await browser.newPage();
      for (const block of of('css')) {
        const rules = await empty.evaluate((text) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(text);
          return [...sheet.cssRules].map((rule) => (rule as CSSStyleRule).style.length);
        }, block.text);
        assert.ok(rules.length > 0 && rules.every((length) => length > 0), placeOf(block));
      }
      for (const block of of('html')) {
        const page = await browser.newPage();
        const faults: string[] = [];
        page.on('pageerror', (error) => faults.push(String(error)));
        // Some blocks are only the element.
        const html = block.text.includes('player-support.js')
          ? block.text
          : `<script src="https://support.example.com/widget/player-support.js" defer></script>${block.text}`;
        const body = html
          .replaceAll(/https:\/\/support\.example\.com|http:\/\/127\.0\.0\.1:8080|(?<=base-url=")\.\.\.(?=")/g, url)
          .replace(/(?<=project-key=")[^"]*/, project.publicKey);
        const game = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(body));
        // Nothing waits for it if the test fails.
        game.unref();
        game.listen(0, '127.0.0.1');
        await once(game, 'listening');
        const identified = page.waitForResponse(
          (response) => response.url().endsWith('/player/identify') && response.ok(),
        );
        await page.goto(`http://127.0.0.1:${(game.address() as AddressInfo).port}/`);
        await identified;
        await page.evaluate(() => document.querySelector('player-support')?.open());
        await page.getByRole('dialog').waitFor();
        assert.deepEqual(faults, [], placeOf(block));
        await page.close();
      }
    } finally {
      await browser.close();
    }
  });

  test('SQL runs on PostgreSQL', async () => {
    const client = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL });
    await client.connect();
    const name = `documents_${process.pid}`;
    try {
      await client.query(`CREATE DATABASE ${name}`);
      for (const block of of('sql'))
        await client.query(block.text.replaceAll('DATABASE player_support', `DATABASE ${name}`));
    } finally {
      await client.query(`DROP DATABASE IF EXISTS ${name}`);
      await client.end();
    }
  });

  test('configuration files have only sections, values and comments', () => {
    for (const block of of('ini')) {
      for (const line of block.text.split('\n')) assert.match(line, /^(?:\[\w+\]|\w+ = \S.*|; .*|)$/, placeOf(block));
    }
  });
});

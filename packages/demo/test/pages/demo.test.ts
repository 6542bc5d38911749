import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { launchChromium } from '../../../console/test/helpers/chromium.ts';
import { until } from '../../../console/test/helpers/until.ts';
import { eventually } from '../../../server/test/helpers/builders.ts';
import { freePort } from '../../../server/test/helpers/free-port.ts';
import { startDemo } from '../../src/demo.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
/** For anything in the page. */
const TIMEOUT_MS = 60_000;

/** Runs `npm run demo` on a free port. Returns the printed link, and how to end it. */
async function runDemo(): Promise<{ link: string; end(): Promise<void> }> {
  const npm = spawn('npm', ['run', 'demo'], {
    cwd: ROOT,
    detached: true,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(npm, 'exit');
  let output = '';
  npm.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  while (!/key=\S+\n/.test(output)) await Promise.race([once(npm.stdout, 'data'), exited]);
  const [link = ''] = /http:\S+/.exec(output) ?? [];
  return {
    link,
    async end() {
      // Ctrl-C in a terminal reaches the whole group.
      spawnSync('kill', ['-INT', '--', `-${npm.pid}`]);
      await exited;
    },
  };
}

let demo: Awaited<ReturnType<typeof runDemo>>;
let browser: Browser;
let page: Page;
let game: FrameLocator;
let panel: Locator;
let written = 0;

before(async () => {
  [demo, browser] = await Promise.all([runDemo(), launchChromium()]);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(TIMEOUT_MS);
  page = await context.newPage();
  await page.goto(demo.link);
  game = page.frameLocator('.game iframe');
  panel = game.getByRole('dialog');
});
after(async () => {
  await browser?.close();
  await demo?.end();
});

const press = (name: string) => page.getByRole('button', { name }).click();
const count = (name: string, value: number) => page.locator(`#${name}`, { hasText: new RegExp(`^${value}$`) });
const outcome = (text: string) => page.locator('#requests li').filter({ hasText: text }).first();

async function reply(text: string): Promise<void> {
  await panel.locator('#reply').fill(text);
  await panel.locator('.send').click();
  written++;
  await count('written', written).waitFor();
  await count('stored', written).waitFor();
}

/** Checks that every text is on the server, exactly once. */
async function nothingIsLost(): Promise<void> {
  for (const name of ['sent', 'arrived']) await count(name, written).waitFor();
  await page.getByText('Nothing is lost, and nothing is there twice.').waitFor();
}

/** Waits for this many answers of the automatic agent. */
async function answers(number: number): Promise<void> {
  await panel
    .locator('.message:not(.own)')
    .nth(number - 1)
    .waitFor();
}

suite('the demo', { concurrency: false }, () => {
  test('a ticket of the game is in the console, and gets an answer that says it is automatic', async () => {
    await game.locator('.launcher').click();
    await panel.locator('[data-key=new]').click();
    await panel.locator('#subject').fill('The harbour bell is silent');
    await panel.locator('#message').fill('I have 12 lanterns.');
    await panel.locator('.footer .primary').click();
    written++;
    await page.frameLocator('.console iframe').getByText('The harbour bell is silent').first().waitFor();
    await panel.locator('.message').getByText('I am the automatic agent of this demo, no person.').waitFor();
    await nothingIsLost();
  });

  test('offline: the reply waits, and arrives when the game is back', async () => {
    await press('Go offline');
    await reply('Written without a network.');
    await outcome('offline').waitFor();
    await until(() => page.locator('#arrived').textContent(), String(written - 1));
    await press('Go offline');
    await nothingIsLost();
    await answers(2);
  });

  test('lost answers: the reply is sent again, and is on the server once', async () => {
    await press('Lose every second answer');
    await reply('The answer to this gets lost.');
    await outcome('answer lost').waitFor();
    await nothingIsLost();
    await press('Lose every second answer');
    await answers(3);
  });

  test('a killed server: another process has all texts, also the one that was written meanwhile', async () => {
    const first = await page.locator('#server').textContent();
    await press('Kill the server');
    await page.getByText('Killed. The server is back').waitFor();
    await reply('Written while the server was away.');
    await page.getByText(/Server process \d+, start 2/).waitFor();
    await eventually(async () => (await page.locator('#server').textContent()) !== first);
    await nothingIsLost();
    await answers(4);
  });

  test('only the browser that opened the link controls the demo, and only from its own page', async () => {
    const { origin } = new URL(demo.link);
    assert.equal((await fetch(demo.link)).status, 403);
    assert.equal((await fetch(`${origin}/demo/`)).status, 403);
    assert.equal((await fetch(`${origin}/demo/kill`, { method: 'POST' })).status, 403);
    assert.equal((await fetch(`${origin}/api/v1/team/session`)).status, 401);
    const cookies = await page.context().cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const elsewhere = await fetch(`${origin}/demo/kill`, { method: 'POST', headers: { cookie } });
    assert.equal(elsewhere.status, 403);
    assert.ok(
      cookies.every(({ name, httpOnly, sameSite }) => name.endsWith('-demo') && httpOnly && sameSite === 'Strict'),
    );
  });

  test('a page of an earlier demo that asks while this one starts gets an answer', async (t) => {
    const port = Number(await freePort());
    const starting = startDemo(port);
    t.after(async () => (await starting).stop());
    let status = 0;
    await eventually(async () => {
      const asked = fetch(`http://127.0.0.1:${port}/demo/`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      status = await asked.then(
        (response) => response.status,
        () => 0,
      );
      return status !== 0;
    });
    assert.equal(status, 403);
  });

  test('an address that names another host is refused, and nothing reaches that host', async () => {
    const requests: string[] = [];
    const elsewhere = createServer(({ url = '' }, response) => {
      requests.push(url);
      response.end('elsewhere');
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const { port } = elsewhere.address() as AddressInfo;
    const { hostname, port: own } = new URL(demo.link);
    const host = `127.0.0.1:${port}`;
    for (const path of [`//${host}/page`, `/\\${host}/page`, `http://${host}/page`, '//127.0.0.1:99999/']) {
      const sent = request({ hostname, port: own, path, headers: { host: `${hostname}:${own}` } }).end();
      const [response] = await once(sent, 'response');
      response.resume();
      assert.equal(response.statusCode, 400, path);
    }
    elsewhere.close();
    assert.deepEqual(requests, []);
    assert.equal((await fetch(`http://${hostname}:${own}/docs`)).status, 200, 'the demo goes on');
  });
});

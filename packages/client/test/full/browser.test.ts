import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, suite, type TestContext, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { type Fault, type FaultProxy, startFaultProxy } from '../../../client-conformance/src/fault-proxy.ts';
import { startService } from '../../../client-conformance/src/service.ts';
import { launchChromium } from '../../../console/test/helpers/chromium.ts';
import { aProject, eventually } from '../../../server/test/helpers/builders.ts';
import type { Api, Reply } from '../../../server/test/helpers/call.ts';
import type * as Sdk from '../../src/index.ts';

/** Real pages and workers. The service has another origin and a bad network. */

type Kind = 'localStorage' | 'indexedDB';
declare global {
  var openedSupport: Sdk.PlayerSupport;
}

const WORKER = `
import { createPlayerSupport } from '/sdk.js';
addEventListener('message', async ({ data }) => {
  const support = createPlayerSupport(data.options);
  if (data.subject) await support.tickets.create({ type: 'bug', subject: data.subject, message: 'from a worker' });
  postMessage((await support.tickets.list()).map(({ subject }) => subject));
});`;

async function sdk(): Promise<string> {
  const entry = path.join(import.meta.dirname, '../../src/index.ts');
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, modulePreload: false, rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' } },
  });
  assert.ok('output' in built);
  return 'code' in built.output[0] ? built.output[0].code : '';
}

suite('in a browser', () => {
  let browser: Browser;
  let service: Api;
  let proxy: FaultProxy;
  let origin = '';
  let faultOf: (path: string) => Fault = () => 'none';

  const ends: (() => unknown)[] = [];
  after(async () => {
    for (const end of ends.reverse()) await end();
  });

  before(async () => {
    const t = { after: (end: unknown) => void ends.push(end as () => unknown) };
    const files: Record<string, [string, string]> = {
      '/': ['text/html', '<!doctype html><title>A game</title>'],
      '/sdk.js': ['text/javascript', await sdk()],
      '/worker.js': ['text/javascript', WORKER],
    };
    const game = createServer(({ url }, response) => {
      const [type, text] = files[url ?? ''] ?? ['text/plain', ''];
      response
        .writeHead(text === '' ? 404 : 200, { 'content-type': type, 'access-control-allow-origin': '*' })
        .end(text);
    });
    await new Promise<void>((resolve) => game.listen(0, '127.0.0.1', resolve));
    t.after(() => game.closeAllConnections());
    t.after(() => void game.close());
    origin = `http://127.0.0.1:${(game.address() as AddressInfo).port}`;
    service = await startService(t);
    proxy = await startFaultProxy(t, service.url, ({ url, method }) => (method === 'OPTIONS' ? 'none' : faultOf(url)));
    browser = await launchChromium();
    t.after(() => browser.close());
  });

  async function game(
    t: TestContext,
  ): Promise<{ open(kind?: Kind): Promise<Page>; tickets(): Promise<Reply['body'][]> }> {
    faultOf = () => 'none';
    const { id, publicKey } = await aProject(service);
    const context = await browser.newContext();
    t.after(() => context.close());
    const options = { baseUrl: proxy.url, projectPublicKey: publicKey };
    await context.addInitScript((given) => Object.assign(globalThis, { given }), options);
    return {
      async open(kind = 'localStorage') {
        const page = await context.newPage();
        await page.goto(origin);
        await start(page, kind);
        return page;
      },
      async tickets() {
        const token = service.teamKey;
        const { body } = await service.call('GET', `/api/v1/team/tickets?view=all&projectId=${id}`, { token });
        const ids = (body.tickets as { id: string }[]).map((ticket) => ticket.id);
        return Promise.all(
          ids.map(async (one) => (await service.call('GET', `/api/v1/team/tickets/${one}`, { token })).body),
        );
      },
    };
  }

  async function start(page: Page, kind: Kind): Promise<void> {
    await page.evaluate(async (kind) => {
      const { createPlayerSupport, indexedDbStorage, webStorage } = (await import('/sdk.js' as string)) as typeof Sdk;
      const { given } = globalThis as unknown as { given: Sdk.PlayerSupportOptions };
      const storage = kind === 'indexedDB' ? indexedDbStorage() : webStorage();
      globalThis.openedSupport = createPlayerSupport({ ...given, storage });
      globalThis.openedSupport.start();
    }, kind);
  }

  const create = (page: Page, subject: string) =>
    page.evaluate((subject) => openedSupport.tickets.create({ type: 'bug', subject, message: subject }), subject);
  const states = (page: Page) =>
    page.evaluate(async () => (await openedSupport.outbox.entries()).map(({ state }) => state).join());

  for (const kind of ['localStorage', 'indexedDB'] as const) {
    test(`a reload while sending loses and duplicates nothing, with ${kind}`, async (t: TestContext) => {
      const { open, tickets } = await game(t);
      const page = await open(kind);
      for (const fault of ['lost response', 'lost request', 'cut response', '500 afterwards'] as const) {
        faultOf = (path) => (path === '/api/v1/tickets' ? fault : 'none');
        page.evaluate((subject) => {
          openedSupport.tickets.create({ type: 'bug', subject, message: 'one' }).catch(() => {});
          const ids = new Set<string>();
          openedSupport.on('outbox', ({ kind, id }) => {
            if (kind !== 'create' || ids.has(id)) return;
            ids.add(id);
            openedSupport.tickets.reply(id, 'two').catch(() => {});
          });
        }, fault);
        await eventually(async () => /^(?:sent,)*(?:sending|queued),queued$/.test(await states(page)));
        await page.reload();
        faultOf = () => 'none';
        await start(page, kind);
        await eventually(async () => /^(?:sent,)*sent$/.test(await states(page)));
      }
      const found = await tickets();
      assert.deepEqual(found.map(({ subject }) => subject).sort(), [
        '500 afterwards',
        'cut response',
        'lost request',
        'lost response',
      ]);
      for (const { messages } of found) {
        assert.deepEqual(
          messages.map(({ message }: { message: string }) => message),
          ['one', 'two'],
        );
      }
    });
  }

  test('what is written offline is sent when the network is back', async (t: TestContext) => {
    const { open, tickets } = await game(t);
    const page = await open();
    await page.context().setOffline(true);
    const sent = create(page, 'offline');
    await eventually(async () => (await states(page)) === 'queued');
    assert.deepEqual(await tickets(), []);
    await page.context().setOffline(false);
    await sent;
    assert.equal((await tickets()).length, 1);
  });

  test('two tabs of one installation have the same player and token', async (t: TestContext) => {
    const { open, tickets } = await game(t);
    let identifies = 0;
    faultOf = (path) => {
      if (path.endsWith('/identify')) identifies++;
      return 'none';
    };
    const pages = await Promise.all([open('indexedDB'), open('indexedDB')]);
    await Promise.all(pages.map((page) => page.evaluate(() => openedSupport.tickets.list())));
    assert.equal(identifies, 1);
    await pages[0]?.evaluate(async () => {
      const { given } = globalThis as unknown as { given: Sdk.PlayerSupportOptions };
      const { baseUrl, projectPublicKey } = given;
      const { indexedDbStorage } = (await import('/sdk.js' as string)) as typeof Sdk;
      const stored = await indexedDbStorage().get(`player-support:${projectPublicKey}:installation`);
      const installationId = JSON.parse(stored ?? '');
      const headers = { 'content-type': 'application/json' };
      await fetch(`${baseUrl}/api/v1/player/identify`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ projectPublicKey, installationId }),
      });
    });
    assert.equal(identifies, 2);
    for (let round = 0; round < 3; round++) {
      await Promise.all(pages.map((page, index) => create(page, `${round} of tab ${index}`)));
    }
    assert.equal(identifies, 3);
    const [one, other] = await Promise.all(
      pages.map((page) =>
        page.evaluate(async () => (await openedSupport.tickets.list()).map(({ subject }) => subject).sort()),
      ),
    );
    assert.equal(one?.length, 6);
    assert.deepEqual(one, other);
    assert.equal((await tickets()).length, 6);
  });

  test('another tab sends what a closed tab wrote', async (t: TestContext) => {
    const { open, tickets } = await game(t);
    const [closed, other] = [await open('indexedDB'), await open('indexedDB')];
    faultOf = () => '503';
    create(closed, 'from the closed tab').catch(() => {});
    await eventually(async () => /queued|sending/.test(await states(closed)));
    await closed.close();
    faultOf = () => 'none';
    await create(other, 'from the other tab');
    await eventually(async () => (await tickets()).length === 2);
  });

  test('a worker has its own storage, and is the same player as its page', async (t: TestContext) => {
    const { open } = await game(t);
    const page = await open('indexedDB');
    const ask = (subject?: string) =>
      page.evaluate((subject) => {
        const { given } = globalThis as unknown as { given: Sdk.PlayerSupportOptions };
        const worker = new Worker('/worker.js', { type: 'module' });
        worker.postMessage({ options: given, subject });
        return new Promise<string[]>((resolve) => {
          worker.onmessage = ({ data }) => resolve(data);
        });
      }, subject);
    assert.deepEqual(await ask('from a worker'), ['from a worker']);
    assert.deepEqual(await ask(), ['from a worker']);
    assert.equal((await page.evaluate(() => openedSupport.tickets.list())).length, 1);
  });

  test('a page without access to any storage works', async (t: TestContext) => {
    const { open, tickets } = await game(t);
    const page = await open();
    await page.evaluate(() => {
      const frame = document.createElement('iframe');
      frame.sandbox.add('allow-scripts');
      const { given } = globalThis as unknown as { given: unknown };
      frame.srcdoc = `<script type="module">
        import { createPlayerSupport } from '${location.origin}/sdk.js';
        createPlayerSupport(${JSON.stringify(given)}).tickets.create({ type: 'bug', subject: 'sandboxed', message: 'm' });
      </script>`;
      document.body.append(frame);
    });
    await eventually(async () => (await tickets()).length === 1);
  });
});

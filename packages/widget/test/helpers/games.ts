import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { startService } from '../../../client-conformance/src/service.ts';
import { closeContext, launchChromium } from '../../../console/test/helpers/chromium.ts';
import { aProject, type Project } from '../../../server/test/helpers/builders.ts';
import type { Api, Reply } from '../../../server/test/helpers/call.ts';
import { type After, fileAfter } from '../../../server/test/helpers/cleanup.ts';
import type {} from '../../src/index.ts';

/** For anything in a page. */
const TIMEOUT_MS = 60_000;

export interface Visit extends BrowserContextOptions {
  /** Besides the base URL and the key. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** The game's content security policy. `SERVICE` is the service's origin. */
  readonly policy?: string;
  readonly project?: Project;
  /** The test itself causes violations. */
  readonly mayViolate?: boolean;
  /** Runs in the page before the widget's script. */
  readonly before?: () => void;
}

export interface Game {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly project: Project;
  readonly panel: Locator;
  /** Waits for the lists. */
  open(): Promise<void>;
  back(): Promise<void>;
  /** Writes and sends a ticket. Its conversation is open then. */
  createTicket(subject: string, message: string): Promise<void>;
  reply(message: string): Promise<void>;
  /** Lists all tickets with their messages, as the team sees them. */
  tickets(): Promise<Reply['body'][]>;
}

export interface Games {
  readonly service: Api;
  visit(t: Pick<TestContext, 'after'>, visit?: Visit): Promise<Game>;
}

/** Opens games for a file's tests, or for a command with its context. */
export async function openGames(t: After = fileAfter): Promise<Games> {
  const [service, browser] = await Promise.all([startService(t), launchChromium()]);
  t.after(() => browser.close());
  return { service, visit: (t, visit = {}) => visitGame(t, service, browser, visit) };
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Serves a game's page on its own origin. */
async function serveGame(t: After, service: Api, project: Project, { attributes, policy }: Visit): Promise<string> {
  const all = { 'base-url': service.url, 'project-key': project.publicKey, ...attributes };
  const written = Object.entries(all).map(([name, value]) => `${name}="${escaped(value)}"`);
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A game</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<script src="${service.url}/widget/player-support.js" defer></script>
<main><h1>A game</h1><button id="game">Play</button></main>
<player-support ${written.join(' ')}></player-support></html>`;
  const game = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    if (policy) response.setHeader('content-security-policy', policy.replaceAll('SERVICE', service.url));
    response.end(html);
  });
  await new Promise<void>((resolve) => game.listen(0, '127.0.0.1', resolve));
  t.after(() => game.closeAllConnections());
  t.after(() => void game.close());
  return `http://127.0.0.1:${(game.address() as AddressInfo).port}`;
}

async function visitGame(t: After, service: Api, browser: Browser, visit: Visit): Promise<Game> {
  const { attributes: _attributes, policy: _policy, mayViolate, before, ...options } = visit;
  const project = visit.project ?? (await aProject(service));
  const url = await serveGame(t, service, project, visit);
  const context = await browser.newContext({
    locale: 'en-GB',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  const faults: string[] = [];
  context.on('weberror', (error) => void faults.push(`threw: ${error.error().stack}`));
  await context.exposeBinding('tellViolation', (_source, text: string) => void faults.push(`refused: ${text}`));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      const { tellViolation } = globalThis as unknown as { tellViolation(text: string): void };
      tellViolation([effectiveDirective, blockedURI, sample].join(' '));
    });
  });
  if (before) await context.addInitScript(before);
  const page = await context.newPage();
  t.after(async () => {
    await closeContext(context);
    if (!mayViolate) assert.deepEqual(faults, [], 'errors in the page');
  });
  await page.goto(url);
  const panel = page.getByRole('dialog');
  const game: Game = {
    page,
    context,
    project,
    panel,
    async open() {
      await page.locator('.launcher').click();
      await panel.locator('.list, .placeholder-title').first().waitFor();
    },
    back: () => panel.locator('.header .icon-button').first().click(),
    async createTicket(subject, message) {
      await panel.locator('[data-key=new]').click();
      await panel.locator('#subject').fill(subject);
      await panel.locator('#message').fill(message);
      await panel.locator('.footer .primary').click();
      await panel.locator('.message').filter({ hasText: message }).waitFor();
    },
    async reply(message) {
      await panel.locator('#reply').fill(message);
      await panel.locator('.send').click();
      await panel.locator('.message').filter({ hasText: message }).waitFor();
    },
    async tickets() {
      const token = service.teamKey;
      const query = `view=all&projectId=${project.id}`;
      const { body } = await service.call('GET', `/api/v1/team/tickets?${query}`, { token });
      const ids = (body.tickets as { id: string }[]).map(({ id }) => id);
      return Promise.all(
        ids.map(async (id) => (await service.call('GET', `/api/v1/team/tickets/${id}`, { token })).body),
      );
    },
  };
  return game;
}

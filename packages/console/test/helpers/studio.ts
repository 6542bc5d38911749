import assert from 'node:assert/strict';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Role } from '@player-support/contract/enums';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { fromOwnPage, team } from '../../../server/test/helpers/builders.ts';
import { type Api, call, type Reply } from '../../../server/test/helpers/call.ts';
import { type After, fileAfter, lastFirst } from '../../../server/test/helpers/cleanup.ts';
import { emptyDatabase } from '../../../server/test/helpers/databases.ts';
import { hostedServer } from '../../../server/test/helpers/hosted-server.ts';
import { firstKey, type Output, type Settings } from '../../../server/test/helpers/programs.ts';
import { closeContext, sharedChromium } from './chromium.ts';

/** For anything in a page. */
const TIMEOUT_MS = 60_000;
export const PASSWORD = 'correct horse battery staple';
/** Without TLS. */
const COOKIE = 'player-support';

export interface Member {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly session: string;
  /** Sends a request as the member's browser. `path` is below /api/v1/team. */
  call(method: string, path: string, body?: unknown): Promise<Reply>;
}

interface Joining {
  readonly name?: string;
  /** Default: all. */
  readonly projectIds?: readonly string[];
}

export interface Visit extends BrowserContextOptions {
  /** Signed in. Default: nobody. */
  readonly as?: Member;
  readonly path?: string;
  /** Another node that serves the page. */
  readonly at?: string;
  /** The test itself violates the content security policy. */
  readonly mayViolate?: boolean;
}

/** With an empty database and a browser. */
export interface Studio extends Api {
  readonly databaseUrl: string;
  readonly output: Output;
  readonly browser: Browser;
  /** The member joins by an invitation. */
  member(role: Role, joining?: Joining): Promise<Member>;
  /**
   * Opens a page in a new context, closed after the test. Fails if a script throws, or breaks the
   * content security policy.
   */
  open(t: TestContext, visit?: Visit): Promise<Page>;
}

/**
 * Opens one for a file's tests, or for the test with this context. `browserKind`: see
 * `launchChromium`.
 */
export async function openStudio(
  settings: Settings = {},
  test: After = fileAfter,
  browserKind?: 'shell' | 'full',
): Promise<Studio> {
  const t = lastFirst(test);
  const databaseUrl = settings.DATABASE_URL ?? (await emptyDatabase(t));
  const [server, browser] = await Promise.all([
    hostedServer(t, { LOG_LEVEL: 'warn', DATABASE_URL: databaseUrl, ...settings }),
    sharedChromium(t, browserKind),
  ]);
  const teamKey = await firstKey(server, databaseUrl);
  const { url } = server;
  const studio = {
    url,
    teamKey,
    databaseUrl,
    output: server,
    browser,
    call: (method: string, path: string, options: object = {}) => call(url, method, path, options),
    member: (role: Role, joining: Joining = {}) => join(studio, role, joining),
    open: (t: TestContext, visit: Visit = {}) => openPage(studio, t, visit),
  };
  return studio;
}

let count = 0;

async function join(studio: Studio, role: Role, { name = `Member ${++count}`, projectIds }: Joining): Promise<Member> {
  const email = `${name.toLowerCase().replace(/\W+/g, '.')}.${++count}@studio.example`;
  const invited = await team(studio, 'POST', '/invitations', {
    email,
    role,
    ...(projectIds === undefined ? {} : { projectIds }),
  });
  assert.equal(invited.status, 201, invited.text);
  const joined = await studio.call('POST', '/api/v1/team/invitations/accept', {
    body: { token: invited.body.token, name, password: PASSWORD },
  });
  assert.equal(joined.status, 201, joined.text);
  const [, session = ''] = new RegExp(`^${COOKIE}=([^;]+)`).exec(joined.headers.get('set-cookie') ?? '') ?? [];
  return {
    id: joined.body.member.id,
    email,
    name,
    session,
    call: (method, path, body) =>
      studio.call(method, `/api/v1/team${path}`, {
        headers: fromOwnPage(`${COOKIE}=${session}`),
        ...(body === undefined ? {} : { body }),
      }),
  };
}

export function giveSession(context: BrowserContext, url: string, { session }: Member): Promise<void> {
  return context.addCookies([{ name: COOKIE, value: session, url, httpOnly: true, sameSite: 'Lax' }]);
}

async function openPage(studio: Studio, t: TestContext, visit: Visit): Promise<Page> {
  const { as, path: address = '/', at = studio.url, mayViolate = false, ...options } = visit;
  const context = await studio.browser.newContext({
    baseURL: at,
    locale: 'en-GB',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
    // Playwright misses a worker's answers. `offline.test.ts` tests them.
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  const faults = await watch(context);
  if (as !== undefined) await giveSession(context, at, as);
  const page = await context.newPage();
  t.after(async () => {
    if (!t.passed) await keepPicture(t, context);
    await closeContext(context);
    if (!mayViolate) assert.deepEqual(faults, [], 'errors in the page');
  });
  await page.goto(address);
  return page;
}

/** Fails after TIMEOUT_MS. */
export async function eventually(holds: () => Promise<boolean>): Promise<void> {
  for (const signal = AbortSignal.timeout(TIMEOUT_MS); !(await holds()); await setTimeout(200)) {
    assert.ok(!signal.aborted, `did not become true: ${holds}`);
  }
}

/** TanStack's, for its own tools. */
interface Router {
  readonly state: { readonly location: { pathname: string }; readonly resolvedLocation?: { pathname: string } };
}

/** Waits until the page has all data and handles keys. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => {
    // Until the router has finished, the console ignores keys: see `ignoreEarlyKeys`.
    const { __TSR_ROUTER__: router } = globalThis as { __TSR_ROUTER__?: Router };
    const isFinished =
      router === undefined || router.state.location.pathname === router.state.resolvedLocation?.pathname;
    return isFinished && document.querySelector('.mantine-Skeleton-root, .first-paint') === null;
  });
  // React attaches key listeners after painting. A background task runs later.
  await page.evaluate(() => scheduler.postTask(() => undefined, { priority: 'background' }));
}

/** Opens another page without loading the program again. Its heading must be another element. */
export async function follow(page: Page, path: string): Promise<void> {
  const heading = await page.getByRole('heading', { level: 1 }).elementHandle();
  const from = page.url();
  await page.waitForFunction(
    ({ from, path, heading }) => {
      // The router can set its own address right after another one.
      if (location.href === from) history.pushState(null, '', path);
      return heading?.isConnected !== true;
    },
    { from, path, heading },
  );
  await settled(page);
}

/** Collects scripts that throw, and violations of the content security policy. */
async function watch(context: BrowserContext): Promise<string[]> {
  const faults: string[] = [];
  await context.exposeBinding('tellViolation', (_source, text: string) => void faults.push(`refused: ${text}`));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, sample }) => {
      const { tellViolation } = globalThis as unknown as { tellViolation(text: string): void };
      tellViolation([effectiveDirective, blockedURI, sourceFile, sample].join(' '));
    });
  });
  context.on('weberror', (error) => void faults.push(`threw: ${error.error().stack}`));
  return faults;
}

let pictures = 0;
/** The folder for temporary files is deleted after the tests. */
const PICTURES = path.resolve(import.meta.dirname, '../../../../node_modules/.cache/pictures');

async function keepPicture(t: TestContext, context: BrowserContext): Promise<void> {
  for (const [index, page] of context.pages().entries()) {
    const file = path.join(
      PICTURES,
      `${process.pid}-${++pictures}-${t.name.replace(/\W+/g, '-').slice(0, 60)}-${index}.png`,
    );
    const kept = await page.screenshot({ path: file }).then(
      () => true,
      () => false,
    );
    if (kept) t.diagnostic(`what the page showed: ${file}`);
  }
}

import assert from 'node:assert/strict';
import os from 'node:os';
import path from 'node:path';
import { after, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Role } from '@player-support/contract/enums';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { fromOwnPage, team } from '../../../server/test/helpers/builders.ts';
import { emptyDatabase } from '../../../server/test/helpers/databases.ts';
import { type Api, call, type Reply } from '../../../server/test/helpers/harness.ts';
import { type ServerProcess, type Settings, startProcess } from '../../../server/test/helpers/programs.ts';
import { launchChromium } from './chromium.ts';

/** No wait for anything in a page is longer; in milliseconds. */
const PATIENCE = 15_000;
export const PASSWORD = 'correct horse battery staple';
/** The name of the cookie on this machine, where there is no TLS. */
const COOKIE = 'player-support';

export interface Member {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly session: string;
  /** A request of the member's browser; `path` is what follows `/api/v1/team`. */
  call(method: string, path: string, body?: unknown): Promise<Reply>;
}

interface Joining {
  readonly name?: string;
  /** The projects that the member may work in; all without. */
  readonly projectIds?: readonly string[];
}

export interface Visit extends BrowserContextOptions {
  /** Who is signed in; nobody without. */
  readonly as?: Member;
  readonly path?: string;
  /** Of the node that serves the page, where it is another one. */
  readonly at?: string;
  /** Violations of the policy that this very test brings about. */
  readonly mayViolate?: boolean;
}

/** The program itself on an empty database, and a browser. */
export interface Studio extends Api {
  readonly databaseUrl: string;
  readonly process: ServerProcess;
  readonly browser: Browser;
  /** A member of the team who joined by an invitation. */
  member(role: Role, joining?: Joining): Promise<Member>;
  /**
   * A page in a browser of its own, closed after the test. The test fails if anything in the page threw or was refused by
   * the content security policy.
   */
  open(t: TestContext, visit?: Visit): Promise<Page>;
}

type After = Pick<TestContext, 'after'>;

/** For all tests of a file, or with a test's context for that one alone. */
export async function openStudio(
  settings: Settings = {},
  t: After = { after: (close) => after(() => (close as () => unknown)()) },
): Promise<Studio> {
  const databaseUrl = settings.DATABASE_URL ?? (await emptyDatabase(t));
  const [process, browser] = await Promise.all([
    startProcess(t, { LOG_LEVEL: 'warn', DATABASE_URL: databaseUrl, ...settings }),
    launchChromium(),
  ]);
  t.after(() => browser.close());
  const [, teamKey = ''] = await process.wrote(/shown only this once: (\S+)/);
  const { url } = process;
  const studio = {
    url,
    teamKey,
    databaseUrl,
    process,
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

/** Signs a member in, in that browser. */
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
    ...options,
  });
  context.setDefaultTimeout(PATIENCE);
  const faults = await watch(context);
  if (as !== undefined) await giveSession(context, at, as);
  const page = await context.newPage();
  t.after(async () => {
    if (!t.passed) await keepPicture(t, context);
    await context.close();
    if (!mayViolate) assert.deepEqual(faults, [], 'what went wrong in the page');
  });
  await page.goto(address);
  return page;
}

/** Asks a few times a second until it holds; fails after so long as for a page. */
export async function eventually(holds: () => Promise<boolean>): Promise<void> {
  for (const signal = AbortSignal.timeout(PATIENCE); !(await holds()); await setTimeout(200)) {
    assert.ok(!signal.aborted, `never came about: ${holds}`);
  }
}

/** Waits until nothing of the page is on its way any more. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root, .first-paint') === null);
}

/** What goes wrong in the pages of a browser: scripts that throw, and what the content security policy refuses. */
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

async function keepPicture(t: TestContext, context: BrowserContext): Promise<void> {
  for (const [index, page] of context.pages().entries()) {
    const file = path.join(
      os.tmpdir(),
      `${process.pid}-${++pictures}-${t.name.replace(/\W+/g, '-').slice(0, 60)}-${index}.png`,
    );
    const kept = await page.screenshot({ path: file }).then(
      () => true,
      () => false,
    );
    if (kept) t.diagnostic(`what the page showed: ${file}`);
  }
}

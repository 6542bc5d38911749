import type { TeamValidationProblem } from '@player-support/contract/problem';
import type { Locator, Page, Route } from 'playwright-core';

export type Fault = (route: Route) => Promise<void>;

interface ProblemFields {
  readonly headers?: Record<string, string>;
  /** What is wrong, by field. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** The messages' codes. Without them, the console shows the messages. */
  readonly problems?: TeamValidationProblem['problems'];
}

/** RFC 9457. */
export function problem(status: number, slug: string, { headers = {}, errors, problems }: ProblemFields = {}): Fault {
  const body = { type: `/problems/${slug}`, title: slug, status, errors, problems };
  return (route) =>
    route.fulfill({ status, headers, contentType: 'application/problem+json', body: JSON.stringify(body) });
}

export const busy: Fault = problem(503, 'unavailable');
/** With seven seconds to wait. */
export const tooMany: Fault = problem(429, 'rate-limited', { headers: { 'retry-after': '7' } });

/** The request arrives late, with that moment's session. */
export const late: Fault = (route) => route.continue();

export const cutConnection: Fault = (route) => route.abort('connectionreset');

/** The server acts, but its response is lost. */
export const lostResponse: Fault = async (route) => {
  await route.fetch();
  await cutConnection(route);
};

/** The console's texts for these faults. */
export const MESSAGES = {
  busy: 'Server error. Try again later. If it persists, contact the operator of this server.',
  tooMany: 'Too many requests. Try again in 7 seconds.',
  noResponse: 'The server did not respond. Check your connection and try again.',
} as const;

/** A hotel network's sign-in page, with status 200. */
export const foreignPage: Fault = (route) =>
  route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><title>Welcome</title>' });

const withPath =
  (path: string) =>
  ({ pathname }: URL): boolean =>
    pathname === `/api/v1/team${path}`;

/**
 * Fails every read: only a roll-back can restore the page. `path` omits `/api/v1/team`. Returns a
 * function that ends it.
 */
export async function failReads(page: Page, path: string): Promise<() => Promise<void>> {
  const matches = withPath(path);
  const handler: Fault = (route) => (route.request().method() === 'GET' ? cutConnection(route) : route.fallback());
  await addRoute(page, matches, handler);
  return () => page.unroute(matches, handler);
}

/** Later requests pass. `path` omits `/api/v1/team`. Returns a function that fails the held one. */
export async function failNext(page: Page, method: string, path: string, fault: Fault): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let isNext = true;
  await addRoute(page, withPath(path), async (route) => {
    if (!isNext || route.request().method() !== method) return route.fallback();
    isNext = false;
    await held;
    await fault(route);
  });
  return release;
}

let probes = 0;

/** Waits until the page uses the route: at first, requests pass it. `page` shows the console. */
export async function addRoute(page: Page, address: Parameters<Page['route']>[0], handler: Fault): Promise<void> {
  await page.route(address, handler);
  const probe = `/probe-of-routes-${++probes}`;
  let isTaken = false;
  await page.route(`**${probe}`, (route) => {
    isTaken = true;
    return route.fulfill({ status: 204 });
  });
  while (!isTaken) await page.evaluate((url) => fetch(url).then(() => undefined), probe);
}

/** Refuses the page's next such request at once. */
export async function refuseNext(page: Page, method: string, path: string, fault: Fault): Promise<void> {
  const fail = await failNext(page, method, path, fault);
  fail();
}

/** A screen reader reads an alert at once. */
export function alertShown(place: Page | Locator, text: string): Promise<void> {
  return place.getByRole('alert').filter({ hasText: text }).first().waitFor();
}

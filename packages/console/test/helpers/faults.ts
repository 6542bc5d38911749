import type { TeamValidationProblem } from '@player-support/contract/problem';
import type { Locator, Page, Route } from 'playwright-core';

/** How the server or the network fails a request. */
export type Fault = (route: Route) => Promise<void>;

interface ProblemFields {
  readonly headers?: Record<string, string>;
  /** What is wrong, by field. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** The codes of these messages. Without them, the console shows the messages. */
  readonly problems?: TeamValidationProblem['problems'];
}

/** A problem of the service (RFC 9457). */
export function problem(status: number, slug: string, { headers = {}, errors, problems }: ProblemFields = {}): Fault {
  const body = { type: `/problems/${slug}`, title: slug, status, errors, problems };
  return (route) =>
    route.fulfill({ status, headers, contentType: 'application/problem+json', body: JSON.stringify(body) });
}

/** Busy for a moment: 503. */
export const busy: Fault = problem(503, 'unavailable');
/** Too many requests: 429, with seven seconds to wait. */
export const tooMany: Fault = problem(429, 'rate-limited', { headers: { 'retry-after': '7' } });

/** No failure: the request reaches the server late, with the session of that moment. */
export const late: Fault = (route) => route.continue();

export const cutConnection: Fault = (route) => route.abort('connectionreset');

/** The server does what was asked, but its response is lost. */
export const lostResponse: Fault = async (route) => {
  await route.fetch();
  await cutConnection(route);
};

/** The messages of the console for these faults. */
export const MESSAGES = {
  busy: 'Server error. Try again later. If it persists, contact the operator of this server.',
  tooMany: 'Too many requests. Try again in 7 seconds.',
  noResponse: 'The server did not respond. Check your connection and try again.',
} as const;

/** The sign-in page of a hotel's network, with status 200. */
export const foreignPage: Fault = (route) =>
  route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><title>Welcome</title>' });

/** Matches the requests with this path, which is without `/api/v1/team`. */
const withPath =
  (path: string) =>
  ({ pathname }: URL): boolean =>
    pathname === `/api/v1/team${path}`;

/**
 * Fails every read of this path, so that only a roll-back can restore what the page shows.
 *
 * @param path without `/api/v1/team`
 * @returns a function after which reads succeed again
 */
export async function failReads(page: Page, path: string): Promise<() => Promise<void>> {
  const matches = withPath(path);
  const handler: Fault = (route) => (route.request().method() === 'GET' ? cutConnection(route) : route.fallback());
  await addRoute(page, matches, handler);
  return () => page.unroute(matches, handler);
}

/**
 * Holds the page's next request with this method and path, and then fails it. Later requests reach
 * the server.
 *
 * @param path without `/api/v1/team`
 * @returns a function that fails the request
 */
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

/**
 * Handles requests of the page, and waits until it uses the route: on a busy machine it sends
 * requests past it at first.
 *
 * @param page shows a page of the console
 */
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

/** Fails the page's next request with this method and path at once. */
export async function refuseNext(page: Page, method: string, path: string, fault: Fault): Promise<void> {
  const fail = await failNext(page, method, path, fault);
  fail();
}

/** Waits for an alert with this text: a screen reader reads it at once. */
export function alertShown(place: Page | Locator, text: string): Promise<void> {
  return place.getByRole('alert').filter({ hasText: text }).first().waitFor();
}

import type { TestContext } from 'node:test';
import {
  createPlayerSupport,
  type Fetch,
  type PlayerSupport,
  type PlayerSupportOptions,
  type Storage,
} from '../../src/index.ts';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: Record<string, unknown> | undefined;
  readonly signal: AbortSignal;
}

/** Undefined: the default response. */
export type Responder = (received: ReceivedRequest) => Response | undefined | Promise<Response | undefined>;

export function problem(
  status: number,
  slug: string,
  more: object = {},
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify({ type: `/problems/${slug}`, title: slug, status, ...more }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });
}

export interface FakeService {
  readonly requests: ReceivedRequest[];
  /** Whose path begins with this. */
  of(path: string): ReceivedRequest[];
  readonly fetch: Fetch;
  /** Creates an SDK that uses it, until the test ends. */
  open(options?: Partial<PlayerSupportOptions>): PlayerSupport;
}

/** Sends the test's responses, such as rare server errors. */
export function fakeService(t: Pick<TestContext, 'after'>, respond: Responder = () => undefined): FakeService {
  const requests: ReceivedRequest[] = [];
  let tokens = 0;
  let tickets = 0;
  async function defaultResponse({ path }: ReceivedRequest): Promise<Response> {
    if (path.endsWith('/identify')) return Response.json({ playerId: 'p', playerAccessToken: `token-${++tokens}` });
    if (path === '/api/v1/tickets') {
      return Response.json({ ticketId: `tkt_${++tickets}`, status: 'open', createdAt: '2026-01-01T00:00:00Z' });
    }
    if (path.includes('/inbox?')) return Response.json({ messages: [], nextPollAfterSeconds: 60 });
    if (path.includes('/player/tickets?')) return Response.json({ tickets: [] });
    if (path.endsWith('/read')) return Response.json({ ok: true, readAt: '2026-01-01T00:00:00Z' });
    if (path.endsWith('/messages')) {
      return Response.json({ messageId: 'm', status: 'open', createdAt: '2026-01-01T00:00:00Z' });
    }
    return Response.json({ id: 'tkt_1', type: 'bug', status: 'open', subject: 's', messages: [] });
  }
  async function fetch(url: string, init: RequestInit): Promise<Response> {
    const { pathname, search } = new URL(url);
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const signal = init.signal ?? new AbortController().signal;
    const received = {
      method: init.method ?? '',
      path: pathname + search,
      headers: new Headers(init.headers),
      body,
      signal,
    };
    requests.push(received);
    return (await respond(received)) ?? defaultResponse(received);
  }
  return {
    requests,
    fetch,
    of: (path) => requests.filter((one) => one.path.startsWith(path)),
    open(options = {}) {
      const support = createPlayerSupport({
        baseUrl: 'https://support.example',
        projectPublicKey: `ppk_${Math.random()}`,
        storage: mapStorage(new Map()),
        fetch,
        ...options,
      });
      t.after(() => support.stop());
      return support;
    },
  };
}

export function mapStorage(values: Map<string, string>): Storage {
  return {
    get: (key) => values.get(key),
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
    scope: 'process',
  };
}

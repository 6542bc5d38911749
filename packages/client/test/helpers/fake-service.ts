import type { TestContext } from 'node:test';
import { createPlayerSupport, type PlayerSupport, type PlayerSupportOptions, type Storage } from '../../src/index.ts';

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: Record<string, unknown> | undefined;
  readonly signal: AbortSignal;
}

/** What a test answers to a request; undefined leaves it to the usual. */
export type Answering = (seen: Seen) => Response | undefined | Promise<Response | undefined>;

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
  readonly requests: Seen[];
  /** Those of one path. */
  of(path: string): Seen[];
  /** An instance of the SDK on it, stopped after the test. */
  open(options?: Partial<PlayerSupportOptions>): PlayerSupport;
}

/** A service of nothing but answers, for what a real one does not do on demand. */
export function fakeService(t: Pick<TestContext, 'after'>, answer: Answering = () => undefined): FakeService {
  const requests: Seen[] = [];
  let tokens = 0;
  let tickets = 0;
  async function usual({ path }: Seen): Promise<Response> {
    if (path.endsWith('/identify')) return Response.json({ playerId: 'p', playerAccessToken: `token-${++tokens}` });
    if (path === '/api/v1/tickets') {
      return Response.json({ ticketId: `tkt_${++tickets}`, status: 'open', createdAt: '2026-01-01T00:00:00Z' });
    }
    if (path.includes('/inbox?')) return Response.json({ messages: [], nextPollAfterSeconds: 60 });
    if (path.includes('/player/tickets?')) return Response.json({ tickets: [] });
    return Response.json({ ok: true, messageId: 'm', readAt: '2026-01-01T00:00:00Z' });
  }
  async function fetch(url: string, init: RequestInit): Promise<Response> {
    const { pathname, search } = new URL(url);
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const signal = init.signal ?? new AbortController().signal;
    const seen = {
      method: init.method ?? '',
      path: pathname + search,
      headers: new Headers(init.headers),
      body,
      signal,
    };
    requests.push(seen);
    return (await answer(seen)) ?? usual(seen);
  }
  return {
    requests,
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
  return { get: (key) => values.get(key), set: (key, value) => void values.set(key, value) };
}

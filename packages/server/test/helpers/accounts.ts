import assert from 'node:assert/strict';
import { PASSWORD, team } from './builders.ts';
import type { CallOptions, Reply } from './call.ts';
import type { TestServer } from './harness.ts';

export const SESSION = '/api/v1/team/session';

export function signIn(
  server: TestServer,
  email: string,
  password = PASSWORD,
  { code, ...options }: CallOptions & { code?: string } = {},
): Promise<Reply> {
  return server.call('POST', SESSION, {
    body: { email, password, ...(code === undefined ? {} : { code }) },
    ...options,
  });
}

/** Returns the set cookie as the browser sends it back. */
export function cookieOf(reply: Reply): string {
  return /^[^;]+/.exec(reply.headers.get('set-cookie') ?? '')?.[0] ?? assert.fail('no cookie');
}

export const cookiesOf = (reply: Reply): string[] =>
  reply.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');

export const getSession = (server: TestServer, cookie: string) => server.call('GET', SESSION, { headers: { cookie } });

export async function lastEntry(server: TestServer) {
  const [entry] = (await team(server, 'GET', '/audit')).body.entries;
  return { action: entry.action, actor: entry.actor.id, details: entry.details };
}

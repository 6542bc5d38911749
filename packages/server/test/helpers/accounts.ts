import assert from 'node:assert/strict';
import { PASSWORD, team } from './builders.ts';
import type { CallOptions, Reply, TestServer } from './harness.ts';

/** What tests of signing in and of accounts do again and again. */

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

/** The cookie that an answer set, as the browser sends it back. */
export function cookieOf(reply: Reply): string {
  return /^[^;]+/.exec(reply.headers.get('set-cookie') ?? '')?.[0] ?? assert.fail('no cookie');
}

/** Whose session a cookie is of. */
export const session = (server: TestServer, cookie: string) => server.call('GET', SESSION, { headers: { cookie } });

/** The newest entry of the audit log. */
export async function lastEntry(server: TestServer) {
  const [entry] = (await team(server, 'GET', '/audit')).body.entries;
  return { action: entry.action, actor: entry.actor.id, details: entry.details };
}

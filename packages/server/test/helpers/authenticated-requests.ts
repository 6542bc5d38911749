import assert from 'node:assert/strict';
import { assertUnauthorized } from './assert-problem.ts';
import { getTicket, listTickets, type Player, poll } from './builders.ts';
import type { CallOptions } from './call.ts';
import type { TestServer } from './harness.ts';
import { playerFacts } from './operation/all-facts.ts';
import { prepare } from './operation/requests.ts';

type Challenge = 'invalid_request' | 'invalid_token' | undefined;

export interface Request {
  readonly id: string;
  readonly success: number;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body?: object;
  /** For an operation that takes a file. */
  readonly raw?: Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Makes one request of every player operation that needs a token. */
export async function requests(server: TestServer, player: Player): Promise<Request[]> {
  const all: Request[] = [];
  for (const facts of playerFacts) {
    const { id, method, auth, success } = facts.operation;
    if (auth !== 'player') continue;
    const { path, query = '', body, raw, headers } = await prepare(facts, { server, player });
    const sent = { ...(body && { body }), ...(raw && { raw }), ...(headers && { headers }) };
    all.push({ id, success: success.status, method, path, query, ...sent });
  }
  return all;
}

/** Reads what refused requests could have changed. */
async function state(server: TestServer, player: Player): Promise<string> {
  const list = await listTickets(server, player);
  const inbox = await poll(server, player);
  const { messages } = (await getTicket(server, player, list.body.tickets[0].id)).body;
  return JSON.stringify([list.body, inbox.body.messages, messages]);
}

/** `more`: parameters to add. */
export function targetOf({ path, query }: Request, more = ''): string {
  if (more === '') return path + query;
  return `${path}${query}${query === '' ? '?' : '&'}${more}`;
}

export interface Change {
  readonly query?: string;
  readonly options?: CallOptions;
}

/** Sends each change of a valid request to every operation. Nothing may change. */
export async function assertAllRefuse(
  server: TestServer,
  player: Player,
  changes: readonly Change[],
  challenge: Challenge,
): Promise<void> {
  const good = await requests(server, player);
  const before = await state(server, player);
  for (const { query = '', options } of changes) {
    for (const request of good) {
      const { method, path, body } = request;
      const reply = await server.call(method, targetOf(request, query), { body, ...options });
      assertUnauthorized(reply, path, challenge);
      assert.ok(reply.headers.get('x-request-id'));
    }
  }
  assert.equal(await state(server, player), before);
}
